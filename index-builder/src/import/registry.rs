/*!
The formats that can be imported.
*/

use anyhow::Result;

use crate::import::engine::session::Import;
use crate::import::publishers::{billstatus, cap, courtlistener, dc_law, openstates, public_resource, uslm};

/// A format that can be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// The U.S. Code: USLM XML of the Office of the Law Revision Counsel.
    Uslm,
    /// Federal bills: BILLSTATUS XML of the Government Publishing Office.
    Billstatus,
    /// State bills of Open States: scraped JSON files, or the official JSON or CSV zips.
    Openstates,
    /// The Caselaw Access Project: volumes, the static files or older JSON Lines of Harvard's Library Innovation Lab.
    Cap,
    /// Decisions by court, docket and citation: the bulk CSV tables of the Free Law Project.
    Courtlistener,
    /// The D.C. Code: the XML tree of the Council's law library.
    DcLaw,
    /// State codes in the HTML that Public.Resource.Org publishes.
    PublicResource,
}

impl Format {
    /// What a format's reader looks for in the inputs.
    pub(crate) fn looks_for(self) -> &'static str {
        match self {
            Self::Uslm => "titles of the U.S. Code: .xml files with the root element uscDoc",
            Self::Billstatus => "federal bills: .xml files with the root element billStatus",
            Self::Openstates => {
                "state bills: .json files with identifier, title and legislative_session, or tables ..._bills.csv"
            }
            Self::Cap => "cases: CasesMetadata.json, a .json file a case, or .jsonl files",
            Self::Courtlistener => "decisions: the tables opinion-clusters, citations, dockets and courts as .csv",
            Self::DcLaw => "sections of the D.C. Code: .xml files with the root element section, below titles/",
            Self::PublicResource => "titles of state codes: .html files with a subject and a description",
        }
    }

    /// Reads the inputs of an import.
    pub(crate) fn read(self, import: &Import<'_>) -> Result<()> {
        match self {
            Self::Uslm => uslm::read(import),
            Self::Billstatus => billstatus::read(import),
            Self::Openstates => openstates::read(import),
            Self::Cap => cap::read(import),
            Self::Courtlistener => courtlistener::read(import),
            Self::DcLaw => dc_law::read(import),
            Self::PublicResource => public_resource::read(import),
        }
    }
}
