/*!
Rules of legal records that several publishers share: ids, case names, courts, the status of code sections, bills of
Congress, reasons to skip, and the drafts that become records.
*/

pub(crate) mod skip_reasons;

pub(crate) mod id;

pub(crate) mod bill_number;

pub(crate) mod case_name;

pub(crate) mod decision_number;

pub(crate) mod court;

pub(crate) mod section_status;

pub(crate) mod code_section;

pub(crate) mod drafts;

pub(crate) mod federal_bill;
