use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// A parameter in the query of a request. Which endpoint takes which is the endpoint's own table.
    Parameter {
        /// The jurisdiction of a record.
        Jurisdiction = "jurisdiction",
        /// A topic of a record.
        Topic = "topic",
        /// The court of a case, or a level of courts.
        Court = "court",
        /// How far a statute or a bill has come.
        Status = "status",
        /// The chamber a bill began in.
        Chamber = "chamber",
        /// Words of a record.
        Q = "q",
        /// A citation of a record.
        Citation = "citation",
        /// The earliest effective date of a statute.
        EffectiveFrom = "effective_from",
        /// The latest effective date of a statute.
        EffectiveTo = "effective_to",
        /// The earliest date of decision of a case.
        DecidedFrom = "decided_from",
        /// The latest date of decision of a case.
        DecidedTo = "decided_to",
        /// The earliest date of introduction of a bill.
        IntroducedFrom = "introduced_from",
        /// The latest date of introduction of a bill.
        IntroducedTo = "introduced_to",
        /// The order of a list.
        Sort = "sort",
        /// The fields that records are to have.
        Fields = "fields",
        /// How many records a page has at the most.
        Limit = "limit",
        /// How many records are before a page.
        Offset = "offset",
        /// The form of an export.
        Format = "format",
    }
}

impl Parameter {
    /// Whether it may be given several times, of which any is meant.
    pub fn is_repeatable(self) -> bool {
        matches!(self, Self::Jurisdiction | Self::Topic | Self::Court | Self::Status | Self::Chamber)
    }
}
