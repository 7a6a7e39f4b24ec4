//! Output paths: unusual spellings, and paths at which no index can be created.

#[cfg(unix)]
use std::ffi::OsStr;
#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::os::unix::ffi::OsStrExt;

use lexdex_core::platform::CAN_EXCHANGE;

use crate::samples::STATUTE;
use crate::workspace::{Outcome, Workspace, names};

fn workspace() -> Workspace {
    Workspace::with_corpus(&[("statutes/a.jsonl", &[STATUTE])])
}

/// Builds to a path that must be rejected without any change. Returns the error message.
#[track_caller]
fn refused(workspace: &Workspace, out: &str, flags: &[&str]) -> String {
    let before = (workspace.names(), workspace.tree("corpus"));
    let arguments = [&["build", "--corpus", "corpus", "--out", out], flags].concat();
    let Outcome { code, stdout, stderr } = workspace.run(&arguments);
    assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
    assert_eq!((workspace.names(), workspace.tree("corpus")), before, "something has changed");
    stderr
}

#[test]
fn output_path_with_trailing_slashes_and_dots_is_accepted() {
    let expected = workspace().built();
    for out in ["index", "index/", "index//", "./index", "./index/.", "corpus/../index", "new/folders/index"] {
        let workspace = workspace();
        let outcome = workspace.run(&["build", "--corpus", "corpus", "--out", out]);
        assert_eq!(outcome.code, Some(0), "{out}: {}", outcome.stderr);
        assert_eq!(workspace.tree(out), expected, "{out}");
        let parent = workspace.path(out).canonicalize().unwrap().parent().unwrap().to_owned();
        assert!(!names(&parent).contains(&".index.building".to_owned()), "{out}");
        let again = workspace.run(&["build", "--corpus", "corpus", "--out", out, "--replace"]);
        assert_eq!(again.code == Some(0), CAN_EXCHANGE, "{out}: {}", again.stderr);
        assert_eq!(workspace.tree(out), expected, "{out}");
    }
}

#[test]
fn help_offers_to_replace_an_index_only_on_systems_that_can() {
    for flag in ["-h", "--help"] {
        let Outcome { code, stdout, .. } = Workspace::new().run(&["build", flag]);
        assert_eq!((code, stdout.contains("--replace")), (Some(0), CAN_EXCHANGE), "{stdout}");
    }
}

#[cfg(unix)]
#[test]
fn absolute_and_non_utf8_output_paths_are_accepted() {
    let workspace = workspace();
    let expected = workspace.built();
    // macOS has only names in UTF-8.
    let names = [OsStr::new("other"), OsStr::new("other index"), OsStr::from_bytes(b"oth\xe9r")];
    for name in names.iter().take(if cfg!(target_os = "macos") { 2 } else { 3 }) {
        let out = workspace.path("").join(name);
        let status = workspace.command(&["build", "--corpus", "corpus", "--out"]).arg(&out).output().unwrap().status;
        assert!(status.success());
        assert_eq!(crate::tree::Tree::from_directory(&out), expected);
        fs::remove_dir_all(out).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn directory_that_has_no_name_of_its_own_is_rejected() {
    let workspace = workspace();
    for out in [".", "..", "/", "corpus/.."] {
        let message = format!("error: {out} is already there: give --replace to replace it, or another --out\n");
        assert_eq!(refused(&workspace, out, &[]), message);
        let message = format!("error: {out} is not an index: it has no manifest.json, so it is not replaced\n");
        assert_eq!(refused(&workspace, out, &["--replace"]), message);
    }
}

#[cfg(unix)]
#[test]
fn index_is_not_replaced_by_a_path_without_a_name() {
    let workspace = workspace();
    let index = workspace.built();
    let mut command = workspace.command(&["build", "--corpus", "../corpus", "--out", ".", "--replace"]);
    let outcome: Outcome = command.current_dir(workspace.path("index")).output().unwrap().into();
    let stderr = "error: . cannot be the name of a new directory\n".to_owned();
    assert_eq!(outcome, Outcome { code: Some(1), stdout: String::new(), stderr });
    assert_eq!(workspace.tree("index"), index);
}

#[cfg(windows)]
#[test]
fn existing_path_is_rejected_with_the_publish_command() {
    let workspace = workspace();
    workspace.built();
    for out in [".", "corpus/..", "index"] {
        for flags in [&[][..], &["--replace"]] {
            let message = format!(
                "error: {out} is already there, and this system cannot replace a directory that may be open: build to \
                 another --out, and publish that with `index-builder publish`\n"
            );
            assert_eq!(refused(&workspace, out, flags), message);
        }
    }
}

#[test]
fn empty_output_path_is_a_usage_error() {
    let workspace = workspace();
    let outcome = workspace.run(&["build", "--corpus", "corpus", "--out", ""]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""));
    assert!(
        outcome.stderr.starts_with("error: a value is required for '--out <DIR>' but none was supplied"),
        "{outcome:?}"
    );
    assert_eq!(workspace.names(), ["corpus"]);
}

#[test]
fn build_without_an_output_path_is_a_usage_error() {
    let outcome = workspace().run(&["build"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("--out <DIR>"), "{outcome:?}");
}

#[cfg(unix)]
#[test]
fn output_path_below_a_file_is_rejected() {
    let message = refused(&workspace(), "corpus/statutes/a.jsonl/index", &[]);
    assert_eq!(message, "error: cannot read corpus/statutes/a.jsonl/index: Not a directory (os error 20)\n");
}

#[cfg(target_os = "linux")]
#[test]
fn output_path_in_an_unwritable_directory_is_rejected() {
    let message = refused(&workspace(), "/proc/index", &[]);
    assert!(message.starts_with("error: cannot make the directory /proc/.index.building: "), "{message}");
}

#[cfg(unix)]
#[test]
fn file_at_the_output_path_is_never_replaced() {
    let workspace = workspace();
    workspace.write("index", "dear to someone");
    let message = "error: index is already there: give --replace to replace it, or another --out\n";
    assert_eq!(refused(&workspace, "index", &[]), message);
    let message = "error: cannot read index: Not a directory (os error 20)\n";
    assert_eq!(refused(&workspace, "index", &["--replace"]), message);
    assert_eq!(fs::read(workspace.path("index")).unwrap(), b"dear to someone");
}

#[test]
fn verify_rejects_a_directory_that_is_not_an_index() {
    let workspace = workspace();
    for (path, message) in [
        (
            "corpus",
            "error: corpus is not an index, or not a complete one: it has no manifest.json. Build one with \
             `index-builder build --corpus CORPUS --out corpus`\n",
        ),
        (
            "nowhere",
            "error: nowhere is not an index, or not a complete one: it has no manifest.json. Build one with \
             `index-builder build --corpus CORPUS --out nowhere`\n",
        ),
        #[cfg(unix)]
        (
            "corpus/statutes/a.jsonl",
            "error: cannot read corpus/statutes/a.jsonl/manifest.json: Not a directory (os error 20)\n",
        ),
    ] {
        let outcome = workspace.run(&["verify", path]);
        assert_eq!(outcome, Outcome { code: Some(1), stdout: String::new(), stderr: message.to_owned() });
    }
}
