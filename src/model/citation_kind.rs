use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The form of a citation in a text.
    CitationKind {
        /// A case, by volume, reporter and page.
        Full = "full",
        /// A page of a case that is cited in full elsewhere: `410 U.S., at 115`.
        Short = "short",
        /// A case by its name alone, with `supra`.
        Supra = "supra",
        /// The citation before, by `id.` or `ibid.`
        Id = "id",
        /// A section of a code or of regulations.
        Statute = "statute",
        /// A law by its number, or by its page in a collection of the laws of a session.
        SessionLaw = "session_law",
        /// A bill of a Congress.
        Bill = "bill",
        /// An article in a journal.
        Journal = "journal",
        /// Text that has the form of a citation, but of a reporter that is not known.
        Lookalike = "lookalike",
    }
}
