//! `index-builder import`: files of each format become corpus lines and a report.

#[path = "import/billstatus.rs"]
mod billstatus;

#[path = "import/accounts.rs"]
mod accounts;

#[path = "import/congress_json.rs"]
mod congress_json;

#[path = "import/corpus.rs"]
mod corpus;

#[path = "import/shared_data.rs"]
mod shared_data;

#[path = "import/archive.rs"]
mod archive;

#[path = "import/code_title.rs"]
mod code_title;

#[path = "import/inputs.rs"]
mod inputs;

#[path = "import/texts.rs"]
mod texts;

#[path = "import/completeness.rs"]
mod completeness;

#[path = "import/cases.rs"]
mod cases;

#[path = "import/case_histories.rs"]
mod case_histories;

#[path = "import/hostile.rs"]
mod hostile;

#[path = "import/command.rs"]
mod command;

#[path = "import/foreign.rs"]
mod foreign;

#[path = "import/damaged_inputs.rs"]
mod damaged_inputs;

#[path = "import/skip_log.rs"]
mod skip_log;

#[path = "import/counts.rs"]
mod counts;

#[path = "import/old_data.rs"]
mod old_data;

#[path = "import/project_summaries.rs"]
mod project_summaries;

#[path = "import/openstates.rs"]
mod openstates;

#[path = "import/openstates_exports.rs"]
mod openstates_exports;

#[path = "import/uslm.rs"]
mod uslm;

#[path = "import/courtlistener.rs"]
mod courtlistener;

#[cfg(target_os = "linux")]
#[path = "import/courtlistener_scale.rs"]
mod courtlistener_scale;

#[cfg(target_os = "linux")]
mod peak_memory;

#[path = "import/cap.rs"]
mod cap;

#[path = "import/dc_law.rs"]
mod dc_law;

#[path = "import/public_resource.rs"]
mod public_resource;

#[path = "import/code_habits.rs"]
mod code_habits;

#[path = "import/code_oracle.rs"]
mod code_oracle;

#[path = "import/jsonl.rs"]
mod jsonl;

#[path = "import/jsonl_cases.rs"]
mod jsonl_cases;

#[path = "import/jsonl_mappings.rs"]
mod jsonl_mappings;

#[path = "import/jsonl_rows.rs"]
mod jsonl_rows;

#[path = "import/parts.rs"]
mod parts;
