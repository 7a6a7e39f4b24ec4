use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The form of a citation in a text.
    CitationKind {
        /// A case, by volume, reporter and page.
        Full = "full",
        /// A page of a case that is cited in full elsewhere, such as `410 U.S., at 115`.
        Short = "short",
        /// A case by its name, with `supra`.
        Supra = "supra",
        /// The preceding citation, by `id.` or `ibid.`
        Id = "id",
        /// A section of a code or of regulations.
        Statute = "statute",
        /// A law, by its number or by its page in the session laws.
        SessionLaw = "session_law",
        /// A bill of a Congress.
        Bill = "bill",
        /// An article in a journal.
        Journal = "journal",
        /// Another authority, such as a rule of a court, a constitution or a treatise.
        Other = "other",
        /// Text in the form of a citation, but with an unknown reporter.
        Lookalike = "lookalike",
    }
}
