//! The workflows of `.github` parse, name only scripts that exist, and check what `.ci/run` checks.

use std::fs;
use std::path::Path;

use lexdex_tests::tool::{ROOT, file};
use saphyr::{LoadableYamlNode, Yaml};

/// A step of a job.
struct Step {
    /// The file of the workflow, and the name of the job: `ci.yml lint`.
    job: String,
    run: Option<String>,
    uses: Option<String>,
}

/// The steps of each job of each workflow.
fn steps() -> Vec<Step> {
    let mut steps = Vec::new();
    for entry in fs::read_dir(Path::new(ROOT).join(".github/workflows")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let text = file(&format!(".github/workflows/{name}"));
        let documents = Yaml::load_from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let [workflow] = documents.as_slice() else { panic!("{name} has several documents") };
        for (job_name, job) in workflow.as_mapping_get("jobs").and_then(Yaml::as_mapping).unwrap() {
            let job_name = format!("{name} {}", job_name.as_str().unwrap());
            for step in job.as_mapping_get("steps").and_then(Yaml::as_vec).unwrap() {
                let field = |key: &str| step.as_mapping_get(key).and_then(Yaml::as_str).map(str::to_owned);
                steps.push(Step { job: job_name.clone(), run: field("run"), uses: field("uses") });
            }
        }
    }
    steps
}

#[track_caller]
fn assert_runs(job: &str, command: &str) {
    let runs = |step: &Step| step.job == job && step.run.as_deref() == Some(command);
    assert!(steps().iter().any(runs), "the job {job} does not run {command}");
}

/// The words of a shell script that are paths of scripts of the repository.
fn scripts(run: &str) -> impl Iterator<Item = &str> {
    let words = run.split(|character: char| character.is_whitespace() || "\"';|&()".contains(character));
    words.filter(|word| [".ci/", "deploy/", "tests/"].iter().any(|folder| word.starts_with(folder)))
}

#[test]
fn steps_of_workflows_run_a_script_or_use_a_versioned_action() {
    for Step { job, run, uses } in steps() {
        match (run, uses) {
            (Some(_), None) => {}
            (None, Some(action)) => assert!(action.contains('@'), "{job}: {action} has no version"),
            _ => panic!("{job}: a step has neither or both of run and uses"),
        }
    }
}

#[test]
fn scripts_that_workflows_run_exist() {
    let mut n_scripts = 0;
    for step in steps() {
        for script in scripts(step.run.as_deref().unwrap_or_default()) {
            assert!(Path::new(ROOT).join(script).exists(), "{} runs {script}", step.job);
            n_scripts += 1;
        }
    }
    assert!(n_scripts >= 4, "{n_scripts}");
}

#[test]
fn ci_workflow_runs_the_checks_of_the_ci_script() {
    let script = file(".ci/run");
    let is_check =
        |line: &&str| ["cargo ", "RUSTDOCFLAGS=", "target/", ".ci/"].iter().any(|start| line.starts_with(start));
    let checks: Vec<&str> = script.lines().map(str::trim).filter(is_check).collect();
    assert!(checks.len() >= 5, "{checks:?}");
    for check in checks {
        let (command, _) = check.split_once(" | ").unwrap_or((check, ""));
        let job = match command {
            ".ci/first-command" => "ci.yml test",
            ".ci/bare" => "ci.yml system",
            _ if command.starts_with("cargo test") => "ci.yml system",
            _ => "ci.yml lint",
        };
        assert_runs(job, command);
    }
    assert_runs("ci.yml system", "tests/install-tools");
    assert!(file(".github/workflows/ci.yml").contains("LEXDEX_REQUIRE_TOOLS: \"1\""));
}

#[test]
fn test_job_runs_the_commands_of_the_readme() {
    let readme = file("README.md");
    let commands: Vec<&str> = readme.lines().filter_map(|line| line.strip_prefix("$ cargo ")).collect();
    let ["run --release", test] = commands[..] else { panic!("{commands:?}") };
    assert_runs("ci.yml test", ".ci/first-command");
    assert_runs("ci.yml test", &format!("cargo {test} --locked"));
    // The packages that it leaves out, and warnings of a single system.
    let others = "--package lexdex-mirror --package lexdex-system-tests";
    assert_runs("ci.yml test", &format!("cargo test --locked --no-fail-fast {others}"));
    assert_runs("ci.yml test", "cargo clippy --workspace --all-targets --locked -- -D warnings");
}

#[test]
fn fuzz_targets_are_compiled_with_each_push_and_run_each_night() {
    // Workspaces of their own, which a command for the whole workspace leaves out.
    for folder in ["index-builder/fuzz", "tests/fuzz"] {
        assert_runs("ci.yml lint", &format!("cargo check --manifest-path {folder}/Cargo.toml"));
        assert!(file(".ci/fuzz").contains(folder), "{folder}");
    }
    assert_runs("nightly.yml fuzz", ".ci/fuzz 300");
}
