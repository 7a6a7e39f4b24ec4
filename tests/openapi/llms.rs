//! The page for language models has the form of llmstxt.org, and each of its links works.

use std::collections::BTreeSet;

use crate::service::{ask, document};

/// The links of the page: name and target.
fn links(page: &str) -> Vec<(&str, &str)> {
    let lines = page.lines().filter_map(|line| line.strip_prefix("- ["));
    lines
        .map(|line| line.split_once("](").map(|(name, rest)| (name, rest.split_once("): ").unwrap().0)).unwrap())
        .collect()
}

#[test]
fn page_has_a_title_a_summary_and_lists_of_links() {
    let response = ask("GET /llms.txt");
    assert_eq!(response.headers["content-type"], "text/plain; charset=utf-8");
    assert!(!response.headers.contains_key("x-ratelimit-limit"));
    let page = &response.body;
    assert!(page.starts_with("# lexdex\n\n> ") && page.ends_with('\n'), "{page}");
    let sections: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(sections, ["API", "Docs", "Optional"]);
    assert_eq!(page.lines().filter(|line| line.starts_with('#')).count(), 1 + sections.len());
    assert!(page.contains("\nAI tools: the Model Context Protocol, by POST to `/mcp`, without a key.\n"), "{page}");
    // Below the first of these, every line is a link.
    let (_, lists) = page.split_once("\n## ").unwrap();
    let others =
        lists.lines().skip(1).filter(|line| !line.is_empty() && !line.starts_with("- [") && !line.starts_with("## "));
    assert_eq!(others.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn every_operation_is_linked_and_every_link_is_answered() {
    let page = ask("GET /llms.txt").body;
    let links = links(&page);
    let names: BTreeSet<&str> = links.iter().map(|(name, _)| *name).collect();
    for (path, operations) in document()["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            let name = format!("{} {path}", method.to_uppercase());
            assert!(names.contains(name.as_str()), "{name}");
        }
    }
    for (name, target) in &links {
        assert!(target.starts_with('/') && !target.starts_with("//"), "{target}");
        let (target, fragment) = target.split_once('#').unwrap_or((target, ""));
        let response = ask(&format!("GET {target}"));
        assert_eq!(response.status.as_u16(), 200, "{name}: {target}");
        assert!(fragment.is_empty() || response.body.contains(&format!(" id=\"{fragment}\"")), "{name}: {fragment}");
    }
    assert!(links.len() > 20, "{page}");
}
