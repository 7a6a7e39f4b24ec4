/*!
What a request asks for, once its parameters have been read: by this its answer is made, kept and named.
*/

use axum::body::Bytes;
use axum::http::StatusCode;

use crate::blocking;
use crate::http::protocol::api_error::ApiError;
use crate::http::request::fields::Fields;
use crate::http::response::envelope;
use crate::http::response::facets;
use crate::index::{Facet, Filter, Hits, Index, Page};
use crate::model::{Order, Resource};

/// The meaning of a request: two spellings of one question are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Question {
    /// A page of the records that match.
    Page { filter: Filter, order: Option<Order>, page: Page, fields: Option<Fields> },
    /// How many of the records that match have each value of each facet.
    Facets(Filter),
    /// The jurisdiction of one of its names.
    Jurisdiction(String),
    /// One record.
    Record { resource: Resource, id: String, fields: Option<Fields> },
}

/// What is said to a question.
pub(crate) struct Statement {
    /// The body, as it is.
    pub(crate) body: Bytes,
    /// How many records match, where the body is a page of them.
    pub(crate) total: Option<u64>,
}

impl Question {
    /// The slice of a list that is asked for, if one is.
    pub(crate) fn page(&self) -> Option<Page> {
        match self {
            Self::Page { page, .. } => Some(*page),
            Self::Facets(_) | Self::Jurisdiction(_) | Self::Record { .. } => None,
        }
    }

    /// Whether there is certainly an answer: what is not there has not stayed as it was, whatever a client has of it.
    pub(crate) fn has_answer(&self) -> bool {
        match self {
            Self::Page { .. } | Self::Facets(_) => true,
            Self::Jurisdiction(_) | Self::Record { .. } => false,
        }
    }

    /// The question without what makes no difference in this index.
    pub(crate) fn narrowed(self, index: &Index) -> Self {
        match self {
            Self::Page { filter, order, page, fields } => {
                let order = order.filter(|order| !index.is_default_order(filter.resource(), *order));
                let filter = if order == Some(Order::Relevance) { filter } else { filter.unranked() };
                Self::Page { filter: index.canonicalize(filter), order, page, fields }
            }
            Self::Facets(filter) => Self::Facets(index.canonicalize(filter.unranked())),
            Self::Jurisdiction(name) => {
                let jurisdiction = index.catalogue().jurisdictions.find(&name);
                Self::Jurisdiction(jurisdiction.map_or(name, |jurisdiction| jurisdiction.id.clone()))
            }
            question @ Self::Record { .. } => question,
        }
    }

    /// What the index says to it if that takes no reading from a disk and no work that others would have to wait for.
    pub(crate) fn quick_statement(&self, index: &Index) -> Result<Option<Statement>, ApiError> {
        match self {
            Self::Page { filter, order, page, fields } if index.is_in_memory(filter, *order) => {
                let hits = index.search(filter, *order, *page)?;
                if !hits.is_resident {
                    return Ok(None);
                }
                page_of(&hits, *page, *fields).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// What the index says to it.
    pub(crate) fn statement(&self, index: &Index) -> Result<Statement, ApiError> {
        match self {
            Self::Page { filter, order, page, fields } => {
                page_of(&index.search(filter, *order, *page)?, *page, *fields)
            }
            Self::Facets(filter) => {
                let facets = Facet::of_list(filter.resource());
                Ok(Statement {
                    body: facets::body(&index.facet_counts(filter)?, facets, index.catalogue()),
                    total: None,
                })
            }
            Self::Jurisdiction(name) => {
                let jurisdictions = &index.catalogue().jurisdictions;
                let Some(jurisdiction) = jurisdictions.find(name) else {
                    let nearest = jurisdictions.nearest(name).into_iter().map(|entry| entry.id.clone());
                    return Err(no_record("jurisdictions", name, &nearest.collect::<Vec<_>>()));
                };
                let record = serde_json::to_vec(jurisdiction)?;
                Ok(Statement { body: envelope::record_body(&record, None)?, total: None })
            }
            Self::Record { resource, id, fields } => {
                let Some(record) = index.record(*resource, id)? else {
                    return Err(no_record(resource.as_str(), id, &index.nearest_ids(*resource, id)?));
                };
                Ok(Statement { body: envelope::record_body(record, *fields)?, total: None })
            }
        }
    }
}

fn no_record(resource: &str, id: &str, nearest: &[String]) -> ApiError {
    let message = match nearest {
        [] => format!("there is no record \"{id}\" among the {resource}"),
        nearest => format!("there is no record \"{id}\" among the {resource}; the nearest are {}", nearest.join(", ")),
    };
    ApiError::new(StatusCode::NOT_FOUND, message).detail("nearest", nearest)
}

fn page_of(hits: &Hits<'_>, page: Page, fields: Option<Fields>) -> Result<Statement, ApiError> {
    if !hits.is_resident {
        blocking::mark("reading cold records");
    }
    let body = envelope::list_body(hits, page, fields)?;
    Ok(Statement { body, total: Some(hits.total) })
}
