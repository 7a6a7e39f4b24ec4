/*!
The text that a sync prints at its end.
*/

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::Result;
use index_builder::commands::diff::ListDifferences;
use lexdex_core::model::Resource;

use crate::config::Config;
use crate::sync::ending::Ending;
use crate::sync::last_sync::SourceCheck;
use crate::sync::pipeline::REFUSED_FILE;
use crate::sync::source_report::SourceReport;
use crate::table::table;

/// The errors and warnings of the sources, and the reasons of a refusal.
pub(super) fn complaints(
    config: &Config,
    checks: &BTreeMap<String, SourceCheck>,
    reports: &[SourceReport],
    ending: &Result<Ending>,
) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (name, check) in checks {
        lines.extend(check.error.iter().map(|error| format!("error: {name}: {error}")));
    }
    for SourceReport { name, error, warnings, .. } in reports {
        lines.extend(error.iter().map(|error| format!("error: {name}: {error}")));
        lines.extend(warnings.iter().map(|warning| format!("warning: {name}: {warning}")));
    }
    if let Ok(Ending::Refused(reasons)) = ending {
        let differences = config.folders.downloads.join(REFUSED_FILE);
        lines.push(format!("the new index is refused, and {} has the differences:", differences.display()));
        lines.extend(reasons.iter().map(|reason| format!("  {reason}")));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The imports, the differences and the outcome.
pub(super) fn summary(reports: &[SourceReport], ending: &Result<Ending>) -> String {
    let mut out = String::new();
    if !reports.is_empty() {
        let rows: Vec<Vec<String>> = reports.iter().map(row).collect();
        out += &table(&["source", "read", "written", "removed", "skipped"], &rows);
    }
    match ending {
        Ok(Ending::Published { build, differences }) => {
            if let Some(differences) = differences {
                for list in Resource::ALL {
                    let ListDifferences { added, removed, changed, unchanged, .. } = *differences.for_resource(*list);
                    let _ = writeln!(
                        out,
                        "{list}: {added} added, {removed} removed, {changed} changed, {unchanged} unchanged"
                    );
                }
            }
            let _ = writeln!(out, "build {build} is published");
        }
        Ok(Ending::NothingNew) => out += "nothing new\n",
        Ok(Ending::Held { build, newest }) => {
            if let Some(newest) = newest {
                let _ = writeln!(out, "build {newest} is accepted and waits");
            }
            let _ = writeln!(out, "build {build} is held: nothing is published until `lexdex-mirror release`");
        }
        Ok(Ending::Refused(_)) | Err(_) => {}
    }
    out
}

fn row(report: &SourceReport) -> Vec<String> {
    let SourceReport { read, written, removed, skipped, .. } = report;
    let numbers = [read, written, removed, skipped].map(u64::to_string);
    [vec![report.name.clone()], numbers.to_vec()].concat()
}
