//! The workflows of `.github` parse, and name only scripts that exist.

use std::fs;
use std::path::{Path, PathBuf};

use lexdex_tests::tool::ROOT;
use saphyr::{LoadableYamlNode, Yaml};

/// Runs a check on the steps of each job of each workflow, with the path of the workflow.
fn for_each_step(mut check: impl FnMut(&Path, &Yaml<'_>)) {
    let files: Vec<PathBuf> =
        fs::read_dir(Path::new(ROOT).join(".github/workflows")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 2, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let documents = Yaml::load_from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let [workflow] = documents.as_slice() else { panic!("{} has several documents", file.display()) };
        let jobs = workflow.as_mapping_get("jobs").and_then(Yaml::as_mapping).unwrap();
        assert!(!jobs.is_empty());
        for job in jobs.values() {
            for step in job.as_mapping_get("steps").and_then(Yaml::as_vec).unwrap() {
                check(&file, step);
            }
        }
    }
}

/// The words of a shell script that are paths of scripts of the repository.
fn scripts(run: &str) -> impl Iterator<Item = &str> {
    let words = run.split(|character: char| character.is_whitespace() || "\"';|&()".contains(character));
    words.filter(|word| [".ci/", "deploy/", "tests/"].iter().any(|folder| word.starts_with(folder)))
}

#[test]
fn steps_of_workflows_run_a_script_or_use_a_versioned_action() {
    for_each_step(|file, step| {
        let run = step.as_mapping_get("run").and_then(Yaml::as_str);
        let uses = step.as_mapping_get("uses").and_then(Yaml::as_str);
        match (run, uses) {
            (Some(_), None) => {}
            (None, Some(action)) => assert!(action.contains('@'), "{}: {action} has no version", file.display()),
            _ => panic!("{}: a step has neither or both of run and uses", file.display()),
        }
    });
}

#[test]
fn scripts_that_workflows_run_exist() {
    let mut n_scripts = 0;
    for_each_step(|file, step| {
        let run = step.as_mapping_get("run").and_then(Yaml::as_str).unwrap_or_default();
        for script in scripts(run) {
            assert!(Path::new(ROOT).join(script).exists(), "{} runs {script}", file.display());
            n_scripts += 1;
        }
    });
    assert!(n_scripts >= 4, "{n_scripts}");
}
