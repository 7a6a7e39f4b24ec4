/*!
A request in normalized form, and its execution against an index.
*/

use axum::body::Bytes;
use axum::http::{HeaderValue, StatusCode};
use lexdex_core::blocking;
use lexdex_core::model::{Date, Order, ReferenceFormat, Resource};
use lexdex_index::{Beginning, Facet, Filter, History, Hits, Index, Page};

use crate::http::base_path::BasePath;
use crate::http::protocol::api_error::ApiError;
use crate::http::request::changes::Since;
use crate::http::request::feed::FeedQuery;
use crate::http::request::fields::Fields;
use crate::http::response::changes;
use crate::http::response::envelope;
use crate::http::response::facets;
use crate::http::response::feed;
use crate::http::response::references::{self, ReferenceWriter};
use crate::http::response::suggestions;
use crate::http::response::text_links;
use crate::http::site::pages::{self, PageShell};

/// The maximum number of similar records in a response.
pub(crate) const MAX_SIMILAR: usize = 20;

/// A normalized request. Requests that differ only in the order of parameters, or in the case of a name, are equal. Two
/// spellings of a citation or a search can differ. The query is part of the cache key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ApiQuery {
    /// A page of the records that match.
    Page {
        filter: Filter,
        order: Option<Order>,
        page: Page,
        fields: Option<Fields>,
    },
    /// The number of matching records for each value of each facet.
    Facets(Filter),
    /// The jurisdiction with this name, in any of its forms.
    Jurisdiction(String),
    /// Completions of a partly typed search, as links with the base path.
    Suggest {
        beginning: Beginning,
        limit: usize,
        base_path: BasePath,
    },
    /// A page of the records that differ from an earlier build, in one list or in all. `history` identifies the history
    /// of the index, because two indexes of one build can have different histories. It is `None` before the query is
    /// canonical, and for an index without a history.
    Changes {
        since: Since,
        resource: Option<Resource>,
        page: Page,
        history: Option<u64>,
    },
    /// A page of the records that were added or changed in the history.
    Feed {
        feed: Box<FeedQuery>,
        history: Option<u64>,
    },
    Record {
        resource: Resource,
        id: String,
        fields: Option<Fields>,
    },
    /// One record, for reference managers.
    Reference {
        resource: Resource,
        id: String,
        format: ReferenceFormat,
    },
    /// An HTML page.
    Html {
        view: PageView,
        shell: PageShell,
    },
    /// The records that are similar to one record.
    Similar {
        resource: Resource,
        id: String,
        fields: Option<Fields>,
    },
}

/// The view of an HTML page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PageView {
    Record {
        list: Resource,
        id: String,
    },
    Search {
        filter: Filter,
        order: Option<Order>,
        page: Page,
        fields: Option<Fields>,
        /// The filters in words.
        words: String,
    },
}

/// The outcome of a query that did not fail.
pub(crate) enum QueryOutcome {
    Result(QueryResult),
    /// The requested id is an alias of the record with this id.
    Moved {
        id: String,
    },
}

pub(crate) struct QueryResult {
    /// The body, not yet encoded.
    pub(crate) body: Bytes,
    /// The targets of its `Link` header, if it has one.
    pub(crate) link_targets: Option<LinkTargets>,
    /// The day on which the project wrote the summary that the body shows of a record of another source.
    pub(crate) summary_date: Option<Date>,
}

impl QueryResult {
    /// A result that shows no summary of the project.
    fn new(body: Bytes, link_targets: Option<LinkTargets>) -> Self {
        Self { body, link_targets, summary_date: None }
    }
}

/// The targets of the links of a response.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum LinkTargets {
    /// The other pages of a list with `total` matching records.
    Pages { page: Page, total: u64 },
    /// The addresses of the text of a record, as the value of the header.
    Texts(HeaderValue),
}

impl ApiQuery {
    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        match self {
            Self::Page { filter, .. } | Self::Facets(filter) => filter.n_heap_bytes(),
            Self::Jurisdiction(name) => name.len(),
            Self::Suggest { beginning, .. } => beginning.n_heap_bytes(),
            Self::Changes { since: Since::Build(build), .. } => build.len(),
            Self::Changes { since: Since::Time(_), .. } => 0,
            Self::Feed { feed, .. } => size_of::<FeedQuery>() + feed.n_heap_bytes(),
            Self::Html { view: PageView::Search { filter, words, .. }, .. } => filter.n_heap_bytes() + words.len(),
            Self::Html { view: PageView::Record { id, .. }, .. } => id.len(),
            Self::Record { id, .. } | Self::Reference { id, .. } | Self::Similar { id, .. } => id.len(),
        }
    }

    /// Returns whether the response is an HTML page.
    pub(crate) fn is_page(&self) -> bool {
        matches!(self, Self::Html { .. })
    }

    /// Returns whether the result depends on the history of publications.
    pub(crate) fn is_of_history(&self) -> bool {
        matches!(self, Self::Changes { .. } | Self::Feed { .. })
    }

    /// Identifies the history that changes and feeds come from, or the texts around the answer of an HTML page. All other
    /// responses depend only on the build and the request, and get 0.
    pub(crate) fn context(&self, index: &Index) -> u64 {
        match self {
            Self::Changes { history, .. } | Self::Feed { history, .. } => history.unwrap_or_default(),
            // A page links to feeds if there is a history.
            Self::Html { shell, .. } => shell.id() ^ u64::from(index.history().is_ok()),
            _ => 0,
        }
    }

    /// Returns the media type of the response if it is not JSON.
    pub(crate) fn media_type(&self) -> Option<HeaderValue> {
        match self {
            Self::Feed { .. } => Some(feed::MEDIA_TYPE),
            Self::Reference { format, .. } => Some(references::media_type(*format)),
            Self::Html { .. } => Some(pages::MEDIA_TYPE),
            _ => None,
        }
    }

    /// Returns whether the query succeeds on every index. If so, `If-None-Match` can be checked before the query is
    /// executed. Other queries may end in a 404, which never becomes a 304.
    pub(crate) fn always_succeeds(&self) -> bool {
        match self {
            Self::Page { .. } | Self::Facets(_) | Self::Suggest { .. } => true,
            Self::Html { view, .. } => matches!(view, PageView::Search { .. }),
            Self::Feed { history, .. } => history.is_some(),
            Self::Changes { .. }
            | Self::Jurisdiction(_)
            | Self::Record { .. }
            | Self::Reference { .. }
            | Self::Similar { .. } => false,
        }
    }

    /// Removes parts that do not change the result on this index, so that more requests share a cached response.
    pub(crate) fn canonicalize(self, index: &Index) -> Self {
        match self {
            Self::Page { filter, order, page, fields } => {
                let order = canonical_order(order, &filter, index);
                Self::Page { filter: index.canonicalize(filter), order, page, fields }
            }
            Self::Facets(filter) => Self::Facets(index.canonicalize(filter)),
            Self::Jurisdiction(name) => {
                let jurisdiction = index.catalogue().jurisdictions.find(&name);
                Self::Jurisdiction(jurisdiction.map_or(name, |jurisdiction| jurisdiction.id.clone()))
            }
            Self::Changes { since, resource, page, .. } => {
                Self::Changes { since, resource, page, history: history_id(index) }
            }
            Self::Feed { feed, .. } => Self::Feed { feed, history: history_id(index) },
            Self::Html { view: PageView::Search { filter, order, page, fields, words }, shell } => {
                let order = canonical_order(order, &filter, index);
                let view = PageView::Search { filter: index.canonicalize(filter), order, page, fields, words };
                Self::Html { view, shell }
            }
            query @ (Self::Suggest { .. }
            | Self::Html { .. }
            | Self::Record { .. }
            | Self::Reference { .. }
            | Self::Similar { .. }) => query,
        }
    }

    /// Executes the query if that is fast and needs no disk access; otherwise returns `None`. Safe to call on a thread
    /// of the async runtime.
    pub(crate) fn try_execute_inline(&self, index: &Index) -> Result<Option<QueryResult>, ApiError> {
        match self {
            Self::Page { filter, order, page, fields } if index.is_in_memory(filter, *order) => {
                // Another thread can have evicted a set from its cache since it was found there.
                match blocking::run_inline(|| index.search(filter, *order, *page))? {
                    Some(hits) if hits.is_resident => page_result(&hits, *page, *fields).map(Some),
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// Executes the query. Blocks the thread while records are read from disk.
    pub(crate) fn execute(&self, index: &Index) -> Result<QueryOutcome, ApiError> {
        let result = match self {
            Self::Page { filter, order, page, fields } => {
                page_result(&index.search(filter, *order, *page)?, *page, *fields)?
            }
            Self::Facets(filter) => {
                let facets = Facet::for_list(filter.resource());
                QueryResult::new(facets::body(&index.facet_counts(filter)?, facets, index.catalogue()), None)
            }
            Self::Jurisdiction(name) => {
                let jurisdictions = &index.catalogue().jurisdictions;
                let Some(jurisdiction) = jurisdictions.find(name) else {
                    let nearest = jurisdictions.nearest(name).into_iter().map(|entry| entry.id.clone());
                    return Err(record_not_found("jurisdictions", name, &nearest.collect::<Vec<_>>()));
                };
                let record = serde_json::to_vec(jurisdiction)?;
                QueryResult::new(envelope::record_body(&record, None)?, None)
            }
            Self::Suggest { beginning, limit, base_path } => {
                let suggestions = index.suggest(beginning, *limit)?;
                QueryResult::new(suggestions::body(&suggestions, base_path)?, None)
            }
            Self::Changes { since, resource, page, .. } => changes_result(index, since, *resource, *page)?,
            Self::Feed { feed, .. } => {
                let history = index.history().map_err(changes::no_history)?;
                let news = index.news(&feed.filter, feed.page)?;
                let current = history.builds().last().map_or(0, |current| current.published);
                let body = feed::body(feed, &news, &index.manifest().build_id(), current)?;
                QueryResult::new(body, Some(LinkTargets::Pages { page: feed.page, total: news.total }))
            }
            Self::Record { resource, id, fields } => {
                let Some(record) = index.record(*resource, id)? else {
                    return missing(index, *resource, id);
                };
                let shows_summary = fields.is_none_or(|fields| fields.iter().any(|name| name == "summary"));
                QueryResult {
                    body: envelope::record_body(record, *fields)?,
                    link_targets: text_links::header(*resource, record)?.map(LinkTargets::Texts),
                    summary_date: if shows_summary { index.summary_date(*resource, id)? } else { None },
                }
            }
            Self::Reference { resource, id, format } => {
                let Some(record) = index.record(*resource, id)? else {
                    return missing(index, *resource, id);
                };
                let jurisdictions = &index.catalogue().jurisdictions;
                let mut writer = ReferenceWriter::new(Vec::new(), *format, *resource, jurisdictions);
                writer.write(record)?;
                QueryResult {
                    body: writer.finish()?.into(),
                    link_targets: text_links::header(*resource, record)?.map(LinkTargets::Texts),
                    summary_date: index.summary_date(*resource, id)?,
                }
            }
            Self::Html { view: PageView::Record { list, id }, shell } => {
                let Some(record) = index.record(*list, id)? else {
                    return missing(index, *list, id);
                };
                let summary_date = index.summary_date(*list, id)?;
                QueryResult::new(pages::record_page(shell, *list, (record, summary_date), index)?, None)
            }
            Self::Html { view: PageView::Search { filter, order, page, fields, words }, shell } => {
                let hits = index.search(filter, *order, *page)?;
                let body = envelope::list_body(&hits, *page, *fields)?;
                let page = pages::search_page(shell, filter.resource(), words, (&hits, &body), index)?;
                QueryResult::new(page, None)
            }
            Self::Similar { resource, id, fields } => {
                let Some(records) = index.similar(*resource, id, MAX_SIMILAR)? else {
                    return missing(index, *resource, id);
                };
                QueryResult::new(envelope::records_body(&records, *fields)?, None)
            }
        };
        Ok(QueryOutcome::Result(result))
    }
}

/// Returns the order of the results: by relevance for a search, and `None` for the list's own.
fn canonical_order(order: Option<Order>, filter: &Filter, index: &Index) -> Option<Order> {
    let order = order.or(filter.has_search().then_some(Order::Relevance));
    order.filter(|order| !index.is_default_order(filter.resource(), *order))
}

fn history_id(index: &Index) -> Option<u64> {
    index.history().ok().map(History::id)
}

/// Returns a page of the changes since a build, ordered by list.
fn changes_result(
    index: &Index,
    since: &Since,
    resource: Option<Resource>,
    page: Page,
) -> Result<QueryResult, ApiError> {
    blocking::mark("reading a history");
    let history = index.history().map_err(changes::no_history)?;
    let since = changes::find(history, since)?;
    let (mut listed, mut total) = (Vec::new(), 0);
    for list in Resource::ALL.iter().filter(|list| resource.is_none_or(|resource| resource == **list)) {
        let offset = page.offset.saturating_sub(total);
        listed.extend(history.changes(*list, since, offset, page.limit - listed.len())?);
        total += history.n_changes(*list, since);
    }
    let body = changes::body(&listed, total, page)?;
    Ok(QueryResult::new(body, Some(LinkTargets::Pages { page, total })))
}

/// Returns the outcome of a query for a record that is not in a list: a redirect if its id is an alias, otherwise a
/// 404.
fn missing(index: &Index, resource: Resource, id: &str) -> Result<QueryOutcome, ApiError> {
    match index.resolve_alias(resource, id)? {
        Some(id) => Ok(QueryOutcome::Moved { id }),
        None => Err(record_not_found(resource.as_str(), id, &index.nearest_ids(resource, id)?)),
    }
}

fn record_not_found(resource: &str, id: &str, nearest: &[String]) -> ApiError {
    let message = match nearest {
        [] => format!("there is no record \"{id}\" among the {resource}"),
        nearest => format!("there is no record \"{id}\" among the {resource}; the nearest are {}", nearest.join(", ")),
    };
    ApiError::new(StatusCode::NOT_FOUND, message).detail("nearest", nearest)
}

fn page_result(hits: &Hits<'_>, page: Page, fields: Option<Fields>) -> Result<QueryResult, ApiError> {
    if !hits.is_resident {
        blocking::mark("reading cold records");
    }
    let body = envelope::list_body(hits, page, fields)?;
    Ok(QueryResult::new(body, Some(LinkTargets::Pages { page, total: hits.total })))
}

#[cfg(test)]
mod tests {
    use lexdex_index::Citation;

    use super::*;

    #[test]
    fn page_executed_inline_is_the_page_executed_by_a_worker() {
        let index = Index::bundled().unwrap();
        for (resource, offset) in [(Resource::Cases, 0), (Resource::Statutes, 700), (Resource::Bills, 10_000)] {
            let page = Page { limit: 100, offset };
            let query = ApiQuery::Page { filter: Filter::all(resource), order: None, page, fields: None };
            let inline = query.try_execute_inline(&index).unwrap().unwrap();
            let QueryOutcome::Result(deferred) = query.execute(&index).unwrap() else {
                panic!("a page has no other id");
            };
            assert_eq!((inline.body, inline.link_targets), (deferred.body, deferred.link_targets));
        }
    }

    /// As if its set was evicted between the look-up and the search.
    #[test]
    fn search_that_is_not_in_memory_does_not_run_inline() {
        let index = Index::bundled().unwrap();
        let page = Page { limit: 20, offset: 0 };
        let citation = |text| Filter::all(Resource::Cases).citation(Some(Citation::parse(text)));
        for filter in
            [citation("410 U.S. 113"), Filter::all(Resource::Cases).ids(Some(vec!["scotus-410-us-113".into()]))]
        {
            assert!(!index.is_in_memory(&filter, None));
            let inline = || blocking::run_inline(|| index.search(&filter, None, page)).unwrap();
            assert!(inline().is_none(), "{filter:?}");
            index.search(&filter, None, page).unwrap();
            assert_eq!(inline().unwrap().total, 1, "{filter:?}");
        }
    }
}
