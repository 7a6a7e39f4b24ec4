//! Links between the repository's pages lead to existing files and headings.

use lexdex_tests::tool::ROOT;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders without pages of ours: build output, and packages that were fetched.
const FOREIGN: [&str; 4] = [".git", "build", "node_modules", "target"];

/// The Markdown files below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !FOREIGN.iter().any(|foreign| path.ends_with(foreign)) {
            pages.extend(self::pages(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
    pages
}

/// The lines of a page that are not code.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    page.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The names by which links lead into a page: those of its headings, as GitHub makes them, and its own.
fn anchors(page: &str) -> Vec<String> {
    let own = page.split("<a id=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()));
    let headings = prose(page).filter(|line| line.starts_with('#')).map(|line| {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let named = heading.chars().filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign));
        named.map(|sign| if sign == ' ' { '-' } else { sign }).collect()
    });
    own.chain(headings).collect()
}

#[test]
fn links_within_the_repository_lead_to_files_and_headings() {
    let pages = pages(Path::new(ROOT));
    assert!(pages.len() >= 20);
    let mut broken = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for line in prose(&text) {
            let targets = line.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
            for target in targets.filter(|target| !target.contains("://")) {
                let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
                let path = if path.is_empty() { page.clone() } else { page.parent().unwrap().join(path) };
                let has_anchor = || anchors(&fs::read_to_string(&path).unwrap()).iter().any(|name| name == anchor);
                if !path.exists() || !(anchor.is_empty() || has_anchor()) {
                    broken.push(format!("{}: {target}", page.display()));
                }
            }
        }
    }
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

#[test]
fn headings_are_named_as_on_github() {
    let page = "# A `q`, its order\n```\n# no heading\n```\n<a id=\"mine\"></a>\n## 10,000 idle\n";
    assert_eq!(anchors(page), ["mine", "a-q-its-order", "10000-idle"]);
}
