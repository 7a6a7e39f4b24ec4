//! Rejected settings, each with its message. Messages must not contain the secrets.

use crate::system::support::server::{command, run};

/// Returns the first line of the message of a program that does not start.
#[track_caller]
fn refusal(arguments: &[&str]) -> String {
    let output = run(command(arguments));
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(!message.contains("hidden"), "{message}");
    message.lines().next().unwrap().to_owned()
}

#[test]
fn invalid_url_error_names_the_part_and_hides_the_password() {
    for (url, part) in [
        ("", "it has no scheme"),
        ("localhost:6379", "it has no scheme"),
        ("http://:hidden@localhost", "its scheme is unknown"),
        ("REDIS://:hidden@localhost", "or not in lower case"),
        ("redis://", "it has no host"),
        ("redis://:hidden@", "it has no host"),
        ("redis-cluster://a,,b", "it has no host, or an empty one"),
        ("redis://user@host", "it has a user without a password"),
        ("redis://user:@host", "it has a user without a password"),
        ("redis://:hid/hidden@host", "percent-encode it"),
        ("redis://:hid#hidden@host", "percent-encode it"),
        ("redis://:hid?hidden@host", "percent-encode it"),
        ("redis://:hidden%ff@host", "its password has percent-encoded bytes that are not UTF-8"),
        ("redis://host:0", "a port is not a number from 1 to 65535"),
        ("redis://host:65536", "a port is not a number from 1 to 65535"),
        ("redis://host:hidden", "a port is not a number from 1 to 65535"),
        ("redis://host:", "a port is not a number from 1 to 65535"),
        ("redis://host:+80", "a port is not a number from 1 to 65535"),
        ("redis://::1", "put an IPv6 address in brackets"),
        ("redis://:hidden@fd00::1:6379", "put an IPv6 address in brackets"),
        ("redis://[::1", "an IPv6 address without its `]`"),
        ("redis://[::1]6379", "a port is not a number from 1 to 65535"),
        ("redis://ho st", "a host has an invalid character"),
        ("redis://a,b", "it has several hosts"),
        ("redis://host/name", "its path is not the number of a database"),
        ("redis://host/-1", "its path is not the number of a database"),
        ("redis://host/+1", "its path is not the number of a database"),
        ("redis://host//1", "its path is not the number of a database"),
        ("redis://host#name", "it has a `#`"),
        ("redis://host?master=name", "the query may have"),
        ("redis-cluster://host/1", "it names a database, and a cluster has only database 0"),
        ("redis-sentinel://host", "it does not name the master"),
        ("redis-sentinel://host?master=", "the query may have"),
        ("redis-sentinel://host?master=a&master=b", "the query may have"),
        ("redis-sentinel://host?master=a&name=hidden", "the query may have"),
    ] {
        let message = refusal(&["--limit-store", url, "--limit-store-secret", "0123456789abcdef"]);
        let message = message.split_once("--limit-store is not the URL of a store: ");
        assert!(message.is_some_and(|(_, message)| message.contains(part)), "{url}: {message:?}");
    }
}

#[test]
fn store_needs_a_long_secret_and_a_limit() {
    let store = ["--limit-store", "redis://:hidden@host"];
    let with = |more: &[&str]| refusal(&[&store, more].concat());
    assert_eq!(with(&[]), "error: the following required arguments were not provided:");
    assert!(with(&["--limit-store-secret", "hidden 78901235"]).contains(
        "--limit-store-secret has fewer than 16 characters: take the output of `openssl rand -hex 32`, the same on all \
         replicas"
    ));
    let no_limit = with(&["--limit-store-secret", "hidden 789012356", "--rate-limit", "0"]);
    assert!(no_limit.contains("--limit-store shares the rate limit, and --rate-limit 0 disables it"), "{no_limit}");
    let mode = with(&["--limit-store-secret", "hidden 789012356", "--limit-store-failure", "open"]);
    assert_eq!(mode, "error: invalid value 'open' for '--limit-store-failure <MODE>'");
    for alone in [["--limit-store-secret", "hidden 789012356"], ["--limit-store-failure", "closed"]] {
        assert_eq!(refusal(&alone), "error: the following required arguments were not provided:");
    }
}

#[test]
fn help_does_not_show_the_values_of_the_environment() {
    let mut command = command(&["--help"]);
    command.env("LEXDEX_LIMIT_STORE", "redis://:hidden@host").env("LEXDEX_LIMIT_STORE_SECRET", "hidden 789012356");
    let help = String::from_utf8(run(command).stdout).unwrap();
    assert!(help.contains("LEXDEX_LIMIT_STORE_SECRET") && !help.contains("hidden"), "{help}");
}
