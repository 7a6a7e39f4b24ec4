//! Checks that a report is explained: each of its counts line by line, and the number of records in the corpus.

use std::collections::BTreeMap;

use serde_json::Value;

fn count(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

/// Checks that the skips have as many lines of each kind and reason as the report counts, and that each record that was
/// read is counted once.
#[track_caller]
pub(crate) fn check(report: &Value, skips: &str) {
    let mut expected: BTreeMap<String, u64> = [
        ("removed", &report["removed"]["total"]),
        ("repeated", &report["repeated"]["total"]),
        ("older", &report["older"]),
        ("companion", &report["companionFiles"]),
    ]
    .map(|(kind, number)| (kind.to_owned(), count(number)))
    .into();
    let reasons = report["skipped"]["reasons"].as_array().unwrap();
    expected
        .extend(reasons.iter().map(|of| (format!("skipped {}", of["reason"].as_str().unwrap()), count(&of["count"]))));
    expected.retain(|_, number| *number > 0);
    let mut found = BTreeMap::new();
    for line in skips.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let kind = [&line["kind"], &line["reason"]].map(|text| text.as_str().unwrap_or_default()).join(" ");
        *found.entry(kind.trim_end().to_owned()).or_default() += 1;
    }
    assert_eq!(found, expected, "{report:#}");

    let [read, written] = [&report["read"], &report["written"]["total"]].map(count);
    let others = [&report["older"], &report["repeated"]["total"], &report["skipped"]["total"]].map(count);
    assert_eq!(read, written + others.iter().sum::<u64>(), "{report:#}");
    let written_as = ["added", "replaced", "unchanged"].map(|how| count(&report["written"][how]));
    assert_eq!(written, written_as.iter().sum::<u64>(), "{report:#}");
}

/// Checks the counts of the parts' records against the records that they had before and have now.
#[track_caller]
pub(crate) fn check_lists(report: &Value, before: &BTreeMap<String, u64>, after: &BTreeMap<String, u64>) {
    let mut expected = before.clone();
    let (mut added, mut removed) = (0, 0);
    for (list, counts) in report["parts"]["lists"].as_object().unwrap() {
        let of = |name: &str| count(&counts[name]);
        assert_eq!(of("after"), of("before") + of("added") - of("removed"), "{report:#}");
        let total = expected.entry(list.clone()).or_default();
        assert!(*total >= of("before"), "{report:#}");
        *total = *total - of("before") + of("after");
        (added, removed) = (added + of("added"), removed + of("removed"));
    }
    expected.retain(|_, number| *number > 0);
    assert_eq!(&expected, after, "{report:#}");
    assert_eq!(
        (added, removed),
        (count(&report["written"]["added"]), count(&report["removed"]["total"])),
        "{report:#}"
    );
}
