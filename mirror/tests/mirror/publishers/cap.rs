//! The Caselaw Access Project: lists of volumes.

use super::{LOCKED_BYTES, Mirror, plan};

/// A list of volumes: reporter, folder, time.
fn volumes(volumes: &[(&str, &str, &str)]) -> String {
    let volume = |(reporter, folder, time): &(&str, &str, &str)| serde_json::json!({ "reporter_slug": reporter, "volume_folder": folder, "last_updated": time, "id": "1" });
    serde_json::Value::from(volumes.iter().map(volume).collect::<Vec<_>>()).to_string()
}

#[test]
fn all_reporters_need_one_list_and_changed_volumes() {
    let mut mirror = Mirror::new("cap", "");
    let file = |mirror: &Mirror, volume: &str, time: &str| {
        mirror.file(&format!("cap/{volume}.zip"), &format!("/{volume}.zip"), None, time)
    };
    mirror.server.put("/VolumesMetadata.json", volumes(&[("us", "1", "2024-03-06"), ("f3d", "9", "2024-03-06")]));
    let files = vec![file(&mirror, "f3d/9", "2024-03-06"), file(&mirror, "us/1", "2024-03-06")];
    mirror.fetch("2026-01-01T00:00:00Z", &plan(None, files), &["200 /VolumesMetadata.json"]);
    mirror.server.put("/VolumesMetadata.json", volumes(&[("us", "1", "2024-03-06"), ("f3d", "9", "2025-03-06")]));
    let files = vec![file(&mirror, "f3d/9", "2025-03-06"), file(&mirror, "us/1", "2024-03-06")];
    mirror.fetch("2026-01-02T00:00:00Z", &plan(None, files), &["200 /VolumesMetadata.json"]);
    assert_eq!(mirror.known["cap/us/1.zip"].bytes, LOCKED_BYTES);
}

#[test]
fn each_wanted_reporter_needs_a_list_of_its_own() {
    let mut mirror = Mirror::new("cap", "reporters = [\"us\", \"f3d\", \"us\"]");
    mirror.server.put("/ReportersMetadata.json", r#"[{"id":1,"slug":"us"}]"#);
    mirror.server.put("/us/VolumesMetadata.json", r#"[{"volume_folder":"1","last_updated":"2024-03-06"}]"#);
    let of_us = mirror.file("cap/us/1.zip", "/us/1.zip", None, "2024-03-06");
    let list_us = ["200 /ReportersMetadata.json", "200 /us/VolumesMetadata.json"];
    let message = format!(
        "cap: reporters has \"f3d\", which {} does not have: look up its slug there",
        mirror.server.url("/ReportersMetadata.json")
    );
    mirror.assert_failure(&message, &list_us, std::slice::from_ref(&of_us));
    mirror.server.put("/ReportersMetadata.json", r#"[{"id":1,"slug":"us"},{"id":2,"slug":"f3d"},{"slug":"f2d"}]"#);
    mirror.server.put("/f3d/VolumesMetadata.json", r#"[{"volume_folder":"9","last_updated":"2024-03-07"}]"#);
    let files = vec![mirror.file("cap/f3d/9.zip", "/f3d/9.zip", None, "2024-03-07"), of_us];
    let requests = ["200 /ReportersMetadata.json", "200 /f3d/VolumesMetadata.json", "200 /us/VolumesMetadata.json"];
    mirror.fetch("2026-01-01T00:00:00Z", &plan(None, files), &requests);

    // A reporter whose list fails keeps the mirror's volumes, and the other lists are requested.
    mirror.server.put("/f3d/VolumesMetadata.json", "[]");
    mirror.server.put("/us/VolumesMetadata.json", r#"[{"volume_folder":"2","last_updated":"2026-03-06"}]"#);
    let files = [
        mirror.file("cap/f3d/9.zip", "/f3d/9.zip", Some(LOCKED_BYTES), "2024-03-07"),
        mirror.file("cap/us/2.zip", "/us/2.zip", None, "2026-03-06"),
    ];
    mirror.assert_failure("/f3d/VolumesMetadata.json lists no volumes", &requests, &files);
}
