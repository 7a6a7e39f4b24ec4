//! `lexdex completions` and `lexdex man`.

use std::fs;
#[cfg(unix)]
use std::process::Command;

use clap::CommandFactory;
#[cfg(unix)]
use lexdex_tests::skip::is_there;
#[cfg(unix)]
use lexdex_tests::tool::run;

use crate::system::process::get::outcome_of;
use crate::system::support::server::command;

fn printed(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = outcome_of(command(arguments));
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    stdout
}

#[cfg(unix)]
#[test]
fn completions_of_bash_name_commands_flags_and_words() {
    if !is_there("bash", &["--version"]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let script = directory.path().join("lexdex.bash");
    fs::write(&script, printed(&["completions", "bash"])).unwrap();
    let completed = |words: &str| {
        let script = script.display();
        let last = words.split(' ').count() - 1;
        let shell = format!(
            "source {script}; COMP_WORDS=({words} ''); COMP_CWORD={}; _lexdex lexdex '' {}; echo \"${{COMPREPLY[@]}}\"",
            last + 1,
            words.rsplit(' ').next().unwrap(),
        );
        run(Command::new("bash").args(["-u", "-c", &shell]))
    };
    let commands = completed("lexdex");
    for name in ["get", "check", "mcp", "healthcheck", "completions", "man"] {
        assert!(commands.split_whitespace().any(|word| word == name), "{commands}");
    }
    let flags = completed("lexdex get bills");
    for flag in ["--status", "--introduced-from", "--all", "--server"] {
        assert!(flags.split_whitespace().any(|word| word == flag), "{flags}");
    }
    assert!(!flags.contains("--listen"), "{flags}");
    assert_eq!(completed("lexdex get bills --status").trim(), "in_committee passed_chamber signed");
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed(&["completions", shell]);
        assert!(script.contains("introduced-from") && script.contains("healthcheck"), "{shell}");
    }
    assert_eq!(outcome_of(command(&["completions", "tcsh"])).0, Some(2));
}

#[test]
fn man_pages_are_of_the_commands() {
    let page = printed(&["man", "get", "cases"]);
    assert!(page.contains("lexdex\\-get\\-cases") && page.contains("\\-\\-decided\\-from"), "{page}");
    assert!(printed(&["man"]).contains("\\-\\-listen"));
    for page in [page, printed(&["man"])] {
        let title = page.lines().find(|line| line.starts_with(".TH ")).unwrap();
        assert!(title.contains(env!("CARGO_PKG_VERSION")), "{title}");
    }
    let (code, _, stderr) = outcome_of(command(&["man", "get", "case"]));
    assert_eq!(code, Some(1));
    let expected = "error: get has no command \"case\": it has statutes, cases, bills, jurisdictions, topics, courts, \
                    coverage\n";
    assert_eq!(stderr, expected);

    let directory = tempfile::tempdir().unwrap();
    assert_eq!(printed(&["man", "--out", directory.path().to_str().unwrap()]), "");
    let mut names: Vec<String> = fs::read_dir(directory.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let commands = ["check", "completions", "get", "get-bills", "get-cases", "get-courts", "get-coverage"];
    let others = ["get-jurisdictions", "get-statutes", "get-topics", "healthcheck", "man", "mcp"];
    let mut expected: Vec<String> = commands.iter().chain(&others).map(|name| format!("lexdex-{name}.1")).collect();
    expected.push("lexdex.1".to_owned());
    expected.sort();
    assert_eq!(names, expected);
    let (code, _, stderr) = outcome_of(command(&["man", "--out", "/nowhere/man"]));
    assert_eq!(code, Some(1));
    assert!(stderr.starts_with("error: cannot write man pages into /nowhere/man: "), "{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn man_pages_are_well_formed() {
    if !is_there("groff", &["--version"]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(printed(&["man", "--out", directory.path().to_str().unwrap()]), "");
    for entry in fs::read_dir(directory.path()).unwrap() {
        let path = entry.unwrap().path();
        let output = Command::new("groff").args(["-man", "-Tutf8", "-ww", "-z"]).arg(path).output().unwrap();
        assert_eq!((output.status.success(), output.stderr.as_slice()), (true, &b""[..]), "{output:?}");
    }
}

/// The words of a line, as the shells split it.
fn words(example: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for character in example.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(character),
        }
    }
    words
}

/// The examples in the help of a command and of those below it.
fn examples(command: &clap::Command) -> Vec<String> {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
    // Explanations begin after two spaces.
    let own = lines.map(|line| line.split("  ").next().unwrap().to_owned());
    own.chain(command.get_subcommands().flat_map(examples)).collect()
}

#[test]
fn examples_in_help_are_commands_for_sh_powershell_and_cmd() {
    let programs = [lexdex::command_line::command(), index_builder::cli::BuilderArguments::command()];
    let examples = programs.iter().flat_map(examples).collect::<Vec<_>>();
    assert!(examples.len() >= 20, "{examples:?}");
    for example in examples {
        // Signs that not all shells read alike, in a quoted word and elsewhere.
        let quoted = |part: &(usize, &str)| part.0 % 2 == 1;
        let (inside, outside): (Vec<_>, Vec<_>) = example.split('"').enumerate().partition(quoted);
        let is_special = |text: &str, signs: &str| text.contains(|character| signs.contains(character));
        assert!(!inside.iter().any(|(_, text)| is_special(text, "$`%!\\")), "{example}");
        assert!(!outside.iter().any(|(_, text)| is_special(text, "$`%!\\'&;^*?~(){}[]#=")), "{example}");
        let words = words(&example);
        assert!(!words.iter().any(|word| word.starts_with('/')), "{example}");
        // Only the last command of a pipe is one of ours.
        let command = words.rsplit(|word| word == "|").next().unwrap();
        let command = command.split(|word| word == ">").next().unwrap();
        if command[0] == "lexdex" {
            let parsed = lexdex::command_line::parse(command.iter().map(Into::into));
            assert!(parsed.is_ok(), "{example}: {}", parsed.err().unwrap());
        }
    }
}

#[test]
fn flags_of_the_server_before_a_command_are_refused() {
    let (code, _, stderr) = outcome_of(command(&["--rate-limit", "5", "get", "topics"]));
    assert_eq!(code, Some(2));
    assert!(stderr.contains("the flags before get are settings of the server"), "{stderr}");
}
