use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// A query parameter. Each endpoint has its own list of the parameters it accepts.
    Parameter {
        /// The jurisdiction of a record.
        Jurisdiction = "jurisdiction",
        /// A topic of a record.
        Topic = "topic",
        /// The court of a case, or a level of courts.
        Court = "court",
        /// The status of a statute or a bill.
        Status = "status",
        /// The originating chamber of a bill.
        Chamber = "chamber",
        /// The words of a record to search for.
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
        /// The fields of records to return.
        Fields = "fields",
        /// The maximum number of records on a page.
        Limit = "limit",
        /// The number of records before the page.
        Offset = "offset",
        /// The format of an export.
        Format = "format",
    }
}

impl Parameter {
    /// Whether the parameter may be repeated, to match any of its values.
    pub fn is_repeatable(self) -> bool {
        matches!(self, Self::Jurisdiction | Self::Topic | Self::Court | Self::Status | Self::Chamber)
    }
}
