/*!
Plans a source of several parts, each with a list of its own, such as the bills of a type.
*/

use anyhow::{Result, bail};

use crate::fetch::failures::Failures;
use crate::fetch::planned_file::{PlannedFile, SourcePlan};

/// Plans a source part by part. If a part fails, its plan is `kept`, the files that the mirror has of it, and the other
/// parts continue. `noun` is the name of the parts in messages. Fails if all parts fail.
pub(crate) fn plan_parts<P>(
    parts: &[P],
    noun: &str,
    mut plan_part: impl FnMut(&P) -> Result<SourcePlan>,
    kept: impl Fn(&P) -> Vec<PlannedFile>,
) -> Result<SourcePlan> {
    let mut plan = SourcePlan::default();
    let mut failures = Failures::default();
    let mut is_last = false;
    let mut n_planned = 0;
    for (idx, part) in parts.iter().enumerate() {
        if is_last {
            plan.files.extend(kept(part));
            continue;
        }
        match plan_part(part) {
            Ok(of_part) => {
                failures.succeed();
                n_planned += 1;
                plan.files.extend(of_part.files);
                plan.notes.extend(of_part.notes);
            }
            Err(error) => {
                let (message, is_end) = failures.fail(&error, parts.len() - idx - 1, noun);
                plan.failures.push(message);
                plan.files.extend(kept(part));
                is_last = is_end;
            }
        }
    }
    if n_planned == 0 && !plan.failures.is_empty() {
        bail!(plan.failures.join("; "));
    }
    Ok(plan)
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;
    use crate::fetch::planned_file::ContentKind;

    fn file(name: &str, version: &str) -> PlannedFile {
        PlannedFile {
            path: format!("law/{name}"),
            url: format!("https://law.example/{name}"),
            content: ContentKind::Zip,
            bytes: None,
            version: Some(version.to_owned()),
            sha256: None,
        }
    }

    /// Plans a part for each letter; capital letters fail. Returns the plan, and the parts that were tried.
    fn planned(parts: &str) -> (Result<SourcePlan>, String) {
        let parts: Vec<char> = parts.chars().collect();
        let mut asked = String::new();
        let plan_part = |part: &char| {
            asked.push(*part);
            if part.is_uppercase() {
                return Err(anyhow!("no {part}"));
            }
            Ok(SourcePlan {
                files: vec![file(&part.to_string(), "new")],
                notes: vec![part.to_string()],
                ..SourcePlan::default()
            })
        };
        let plan = plan_parts(&parts, "lists", plan_part, |part| vec![file(&part.to_string(), "old")]);
        (plan, asked)
    }

    #[test]
    fn part_that_fails_keeps_its_files_and_the_others_go_on() {
        let expected = SourcePlan {
            files: vec![file("a", "new"), file("B", "old"), file("c", "new")],
            notes: vec!["a".to_owned(), "c".to_owned()],
            failures: vec!["no B".to_owned()],
            ..SourcePlan::default()
        };
        assert_eq!(planned("aBc").0.unwrap(), expected);
    }

    #[test]
    fn five_failures_in_a_row_end_the_requests_and_keep_the_files() {
        let (plan, asked) = planned("aBCDEeFGHIJKl");
        let plan = plan.unwrap();
        assert_eq!(asked, "aBCDEeFGHIJ");
        assert_eq!(plan.files.len(), 13);
        assert_eq!(plan.files[12], file("l", "old"));
        assert_eq!(plan.failures.last().unwrap(), "no J; lists after it that were not tried: 2");
    }

    #[test]
    fn source_fails_if_all_parts_fail() {
        assert_eq!(planned("AB").0.unwrap_err().to_string(), "no A; no B");
        assert_eq!(planned("").0.unwrap(), SourcePlan::default());
    }
}
