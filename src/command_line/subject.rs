use lexdex_core::model::{Parameter, Resource};

use crate::http::{CatalogueKind, EXPORT_PARAMETERS, PAGE_PARAMETERS};

/// The collection that a command reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A list of records.
    List(Resource),
    /// A catalogue of values.
    Catalogue(CatalogueKind),
}

impl Subject {
    /// Iterates over all collections, in the order of the help.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let lists = Resource::ALL.iter().copied().map(Self::List);
        lists.chain(CatalogueKind::ALL.into_iter().map(Self::Catalogue))
    }

    /// Finds a collection by its name.
    pub(crate) fn find(name: &str) -> Option<Self> {
        Self::all().find(|subject| subject.name() == name)
    }

    /// Returns the name in commands and in paths of the API.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::List(resource) => resource.as_str(),
            Self::Catalogue(kind) => kind.as_str(),
        }
    }

    /// Returns whether the API has an endpoint for one record by its id.
    pub(crate) fn has_records(self) -> bool {
        matches!(self, Self::List(_) | Self::Catalogue(CatalogueKind::Jurisdictions))
    }

    /// Returns the parameters that select records.
    pub(crate) fn filters(self) -> &'static [Parameter] {
        match self {
            Self::List(resource) => Parameter::filters(resource),
            Self::Catalogue(_) => &[],
        }
    }

    /// Returns all parameters of the endpoints of the collection, in the order of the help, except `format`: the output
    /// format replaces it.
    pub(crate) fn parameters(self) -> Vec<Parameter> {
        let mut parameters = self.filters().to_vec();
        if matches!(self, Self::List(_)) {
            parameters.extend(PAGE_PARAMETERS);
            let of_exports = EXPORT_PARAMETERS.iter().filter(|parameter| **parameter != Parameter::Format);
            let new: Vec<Parameter> = of_exports.filter(|parameter| !parameters.contains(parameter)).copied().collect();
            parameters.extend(new);
        }
        parameters.push(Parameter::Build);
        parameters
    }

    /// Returns the resource whose parameter descriptions apply.
    pub(crate) fn resource(self) -> Resource {
        match self {
            Self::List(resource) => resource,
            // Catalogues take only `build`, whose description is the same for all resources.
            Self::Catalogue(_) => Resource::Statutes,
        }
    }
}
