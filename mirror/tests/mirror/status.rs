//! `status`: the state of the mirror as a table, as JSON and as metrics.

use std::fs;

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::placed_files::{CONFIGURATION, place, published_mirror};

/// Replaces the points in time by `TIME`.
fn without_times(value: &mut Value) {
    match value {
        Value::String(text) if text.len() == 20 && text.ends_with('Z') => *text = "TIME".to_owned(),
        Value::Array(values) => values.iter_mut().for_each(without_times),
        Value::Object(values) => values.values_mut().for_each(without_times),
        _ => {}
    }
}

fn status_json(folder: &Folder) -> Value {
    let mut status = serde_json::from_str(&folder.run_to(0, &["status", "--format", "json"]).stdout).unwrap();
    without_times(&mut status);
    for size in status["disk"].as_object_mut().unwrap().values_mut() {
        *size = size.as_u64().unwrap().min(1).into();
    }
    status
}

#[test]
fn status_before_the_first_sync_is_empty() {
    let folder = Folder::new(CONFIGURATION);
    let table = "source  release  files  checked  fetched  records  newest data  age in days\n\
                 code          -      0        -        -        0            -            -\n\
                 no sync has ended yet\n";
    assert_eq!(folder.run_to(0, &["status"]).stdout, table);
}

#[test]
fn status_has_sources_last_sync_and_build() {
    let folder = published_mirror();
    let build = fs::read_to_string(folder.path("published/current")).unwrap();
    let source = json!({
        "name": "code",
        "release": null,
        "files": 1,
        "bytes": null,
        "fetched": null,
        "imported": "TIME",
        "records": 100,
        "newest": "2024-01-01",
    });
    let last_sync = json!({
        "ended": "TIME",
        "outcome": "published",
        "published": "TIME",
        "sources": {"code": {}},
    });
    // Sizes of more than 0 are shown as 1.
    let disk = json!({"downloads": 1, "parts": 1, "published": 1});
    let expected =
        json!({"sources": [source], "last_sync": last_sync, "build": build.trim(), "held": null, "disk": disk});
    assert_eq!(status_json(&folder), expected);
    // After a refusal the outcome and the imported data differ.
    place(&folder, "7", "2024-02-01", 1..=50, "old");
    folder.run_to(4, &["sync"]);
    let mut refused = expected.clone();
    refused["last_sync"]["outcome"] = "refused".into();
    refused["sources"][0]["newest"] = "2024-02-01".into();
    refused["last_sync"]["reasons"] = json!([
        "50 of 100 statutes would be removed, more than 1%: raise the limit with --max-removed if this is right"
    ]);
    assert_eq!(status_json(&folder), refused);
    let text = folder.run_to(0, &["status"]).stdout;
    assert!(text.contains(" and refused the new index\n  50 of 100 statutes would be removed"), "{text}");
    let parts = fs::read_dir(folder.path("parts")).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len());
    let parts = parts.sum::<u64>() as f64 / 1024.0;
    assert!(text.contains(&format!(" of downloads, {parts:.2} KiB of parts and ")), "{text}");
}

#[test]
fn textfile_has_the_metrics_of_the_last_sync() {
    let publish = "[publish]\nto = \"published\"\n";
    let folder = Folder::new(&CONFIGURATION.replace(publish, &format!("{publish}textfile = \"mirror.prom\"\n")));
    place(&folder, "7", "2024-01-01", 1..=3, "old");
    folder.run_to(0, &["sync"]);
    let text = fs::read_to_string(folder.path("mirror.prom")).unwrap();
    assert_eq!(text, folder.run_to(0, &["status", "--format", "prometheus"]).stdout);
    let samples: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let (times, others): (Vec<&str>, Vec<&str>) =
        samples.into_iter().partition(|line| line.starts_with("lexdex_mirror_sync_timestamp_seconds"));
    assert_eq!(
        others,
        [
            "lexdex_mirror_source_failing{source=\"code\"} 0",
            "lexdex_mirror_source_files{source=\"code\"} 1",
            // The timestamp is 2024-01-01.
            "lexdex_mirror_source_newest_timestamp_seconds{source=\"code\"} 1704067200",
            "lexdex_mirror_source_records{source=\"code\"} 3",
            "lexdex_mirror_sync_outcome{outcome=\"failed\"} 0",
            "lexdex_mirror_sync_outcome{outcome=\"held\"} 0",
            "lexdex_mirror_sync_outcome{outcome=\"nothing_new\"} 0",
            "lexdex_mirror_sync_outcome{outcome=\"published\"} 1",
            "lexdex_mirror_sync_outcome{outcome=\"refused\"} 0",
        ]
    );
    assert_eq!(times.len(), 1);
    // The metrics also show a failure.
    folder.write("corpus/statutes/own.jsonl", "{}\n");
    folder.run_to(1, &["sync"]);
    let text = fs::read_to_string(folder.path("mirror.prom")).unwrap();
    assert!(text.contains("\nlexdex_mirror_sync_outcome{outcome=\"failed\"} 1\n"), "{text}");
}

#[test]
fn records_of_two_sources_of_one_publisher_are_counted_once() {
    let second = "[[placed]]\nname = \"more-code\"\nformat = \"uslm\"\nfolder = \"more\"\n";
    let folder = published_mirror();
    folder.configure(&format!("{CONFIGURATION}{second}"));
    let title = fs::read_to_string(folder.path("placed/usc7.xml")).unwrap();
    folder.write("more/usc8.xml", title.replace(">7<", ">8<"));
    folder.run_to(0, &["sync"]);
    let n_published = folder.published().len();
    assert_eq!(n_published, 200);
    let table = folder.run_to(0, &["status"]).stdout;
    let cell = |name: &str| {
        let row = table.lines().find(|line| line.starts_with(name)).unwrap();
        row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).nth(5).unwrap().to_owned()
    };
    assert_eq!([cell("code "), cell("more-code ")], ["200", "with code"]);
    let sources = &status_json(&folder)["sources"];
    assert_eq!((&sources[0]["records"], &sources[1]["records"]), (&200.into(), &Value::Null));
    assert_eq!((&sources[0]["records_with"], &sources[1]["records_with"]), (&Value::Null, &"code".into()));
    let metrics = folder.run_to(0, &["status", "--format", "prometheus"]).stdout;
    let samples: Vec<&str> = metrics.lines().filter(|line| line.starts_with("lexdex_mirror_source_records{")).collect();
    assert_eq!(samples, ["lexdex_mirror_source_records{source=\"code\"} 200"]);
}
