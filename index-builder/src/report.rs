/*!
The report of an import: counts, and the reason and place of everything left out.
*/

pub mod skip;

pub mod places;

pub mod tally;

pub mod import_report;
