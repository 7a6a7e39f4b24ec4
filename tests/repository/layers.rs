//! Imports run downward through the layers that each crate's front page lists under `# Layers`.
//!
//! A file may import from lower layers, and from files of its own module that do not import it in turn. A file is above
//! the modules that it declares. Unit tests follow the order of layers, but not that of files.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::sources;
use cycle::{Graph, cycles};
use order::Order;
use paths::{Named, Source};

#[path = "layers/cycle.rs"]
mod cycle;
#[path = "layers/order.rs"]
mod order;
#[path = "layers/paths.rs"]
mod paths;
#[path = "layers/tokens.rs"]
mod tokens;

/// A crate's modules that have a file.
struct Crate {
    order: Order,
    modules: BTreeMap<Vec<String>, Module>,
}

struct Module {
    file: String,
    source: Source,
}

impl Crate {
    /// Reads the source files of a crate, each with its path below `src`.
    fn read(files: &[(String, String)]) -> Self {
        let (_, root) = files.iter().find(|(file, _)| file == "lib.rs").expect("no lib.rs");
        let order = Order::read(root);
        let mut files: Vec<(Vec<String>, &str, &str)> =
            files.iter().map(|(file, text)| (module(file), &**file, &**text)).collect();
        // A file that is declared only for tests comes after the one that declares it.
        files.sort();
        let mut modules: BTreeMap<Vec<String>, Module> = BTreeMap::new();
        for (path, file, text) in files {
            let is_test = path.split_last().is_some_and(|(name, parent)| {
                let children = modules.get(parent).map(|parent: &Module| &parent.source.children[..]);
                children.unwrap_or_default().iter().any(|child| child.name == *name && child.is_test)
            });
            let source = Source::read(text, &path, is_test);
            modules.insert(path, Module { file: file.to_owned(), source });
        }
        Self { order, modules }
    }

    /// All violations of the order, each as `file:line`, the path and the reason.
    fn faults(&self) -> Vec<String> {
        let mut faults = self.unlisted();
        for (path, module) in &self.modules {
            faults.extend(module.source.named.iter().filter_map(|named| self.fault(path, module, named)));
        }
        faults.extend(self.cycles());
        faults
    }

    /// Files without a layer, and listed modules without a file.
    fn unlisted(&self) -> Vec<String> {
        let has_no_layer = |path: &&Vec<String>| !path.is_empty() && self.order.position(path).is_none();
        let files = self.modules.keys().filter(has_no_layer);
        let files = files.map(|path| format!("{} belongs to no layer", self.modules[path].file));
        let listed = self.order.positions().filter(|(_, path)| !self.modules.contains_key(*path));
        files.chain(listed.map(|(_, path)| format!("the layer {} has no file", path.join("::")))).collect()
    }

    fn fault(&self, path: &[String], module: &Module, named: &Named) -> Option<String> {
        let place = format!("{}:{} names crate::{}", module.file, named.line, named.path.join("::"));
        if named.is_relative {
            return Some(format!("{place} by `super`"));
        }
        // The root is above all layers.
        let own = self.order.position(path)?;
        let Some(target) = self.order.position(self.file_of(&named.path)) else {
            return Some(format!("{place}, which is above it"));
        };
        match target.layer.cmp(&own.layer) {
            std::cmp::Ordering::Greater => Some(format!("{place}, which is above it")),
            std::cmp::Ordering::Equal if target != own => Some(format!("{place}, which is beside it")),
            _ => None,
        }
    }

    /// The module with a file that a path leads to.
    fn file_of<'p>(&self, path: &'p [String]) -> &'p [String] {
        let lengths = (0..=path.len()).rev();
        let mut modules = lengths.map(|length| &path[..length]).filter(|path| self.modules.contains_key(*path));
        modules.next().unwrap_or_default()
    }

    /// Files of one module that import each other in a cycle.
    fn cycles(&self) -> Vec<String> {
        let mut graph = Graph::new();
        for (path, module) in &self.modules {
            let named = module.source.named.iter().filter(|named| !named.is_test);
            let named = named.map(|named| self.file_of(&named.path).to_vec());
            let children = module.source.children.iter().filter(|child| !child.is_test);
            let children = children.map(|child| [&path[..], std::slice::from_ref(&child.name)].concat());
            let is_near =
                |other: &Vec<String>| other != path && self.order.position(other) == self.order.position(path);
            let near: BTreeSet<Vec<String>> = named.chain(children).filter(is_near).collect();
            let files = near.iter().filter_map(|path| self.modules.get(path)).map(|module| module.file.clone());
            graph.insert(module.file.clone(), files.collect());
        }
        cycles(&graph).iter().map(|cycle| format!("{} name each other in a cycle", cycle.join(" -> "))).collect()
    }
}

/// The module that a file holds.
fn module(file: &str) -> Vec<String> {
    let path = file.strip_suffix(".rs").unwrap();
    if path == "lib" { Vec::new() } else { path.split('/').map(str::to_owned).collect() }
}

/// The source files of a crate, by their paths below a folder of the repository.
fn files_of(folder: &str) -> Vec<(String, String)> {
    let below = |(file, text): (String, String)| (file.strip_prefix(folder).unwrap()[1..].to_owned(), text);
    sources(folder).into_iter().map(below).collect()
}

#[track_caller]
fn assert_is_in_order(folder: &str) {
    let faults = Crate::read(&files_of(folder)).faults();
    assert!(faults.is_empty(), "{} faults below {folder}:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn imports_of_the_service_run_downward() {
    assert_is_in_order("src");
}

#[test]
fn imports_of_the_builder_run_downward() {
    assert_is_in_order("index-builder/src");
}

#[test]
fn imports_of_the_mirror_run_downward() {
    assert_is_in_order("mirror/src");
}

mod tests {
    use super::Crate;

    const ORDER: &str = "/*!\n# Layers\n\n```text\nmodel\nindex::search index::build\nindex\nhttp\n```\n*/\n";

    /// The faults of a crate with these files and one file for each layer.
    fn faults(files: &[(&str, &str)]) -> Vec<String> {
        let layers = ["model.rs", "index/search.rs", "index/build.rs", "index.rs", "http.rs"];
        let layers = layers.iter().filter(|layer| files.iter().all(|(file, _)| file != *layer)).map(|file| (*file, ""));
        let files = files.iter().copied().chain(layers).chain([("lib.rs", ORDER)]);
        let files: Vec<_> = files.map(|(file, text)| (file.to_owned(), text.to_owned())).collect();
        Crate::read(&files).faults()
    }

    #[test]
    fn path_that_leads_down_is_not_a_fault() {
        let files = [("http/list.rs", "use crate::index::Index;\nfn f() { crate::model::g() }")];
        assert_eq!(faults(&files), [""; 0]);
    }

    #[test]
    fn path_that_leads_up_is_a_fault_with_its_line() {
        let files = [("model/date.rs", "\nfn f() { let x = crate::http::list::g(); }"), ("http/list.rs", "")];
        assert_eq!(faults(&files), ["model/date.rs:2 names crate::http::list::g, which is above it"]);
    }

    #[test]
    fn path_to_a_module_of_the_same_layer_is_a_fault() {
        let files = [("index/search/page.rs", "use crate::index::{build, search};")];
        assert_eq!(faults(&files), ["index/search/page.rs:1 names crate::index::build, which is beside it"]);
    }

    #[test]
    fn name_that_a_parent_re_exports_leads_to_the_parent() {
        let files = [("index/search.rs", "use crate::index::Page;")];
        assert_eq!(faults(&files), ["index/search.rs:1 names crate::index::Page, which is above it"]);
    }

    #[test]
    fn name_of_the_crate_root_is_a_fault() {
        assert_eq!(faults(&[("http.rs", "use crate::Server;")]), ["http.rs:1 names crate::Server, which is above it"]);
    }

    #[test]
    fn super_is_a_fault_except_in_tests() {
        let list = "use super::record;\n#[cfg(test)]\nmod tests { use super::*; }";
        let files = [("http/list.rs", list), ("http/record.rs", "")];
        assert_eq!(faults(&files), ["http/list.rs:1 names crate::http::record by `super`"]);
    }

    #[test]
    fn super_in_a_file_for_tests_is_not_a_fault() {
        let files = [("model.rs", "#[cfg(test)]\nmod tests;"), ("model/tests.rs", "fn f() { super::g() }")];
        assert_eq!(faults(&files), [""; 0]);
    }

    #[test]
    fn file_of_no_layer_and_layer_of_no_file_are_faults() {
        assert_eq!(faults(&[("main.rs", "")]), ["main.rs belongs to no layer"]);
        let files = [("lib.rs", ORDER)].map(|(file, text)| (file.to_owned(), text.to_owned()));
        assert_eq!(Crate::read(&files).faults()[0], "the layer model has no file");
    }

    #[test]
    fn files_of_one_module_that_name_each_other_are_a_fault() {
        let files = [
            ("http/a.rs", "use crate::http::b::B;"),
            ("http/b.rs", "fn f(c: &crate::http::c::C) {}"),
            ("http/c.rs", "use crate::http::a::A;"),
        ];
        assert_eq!(faults(&files), ["http/a.rs -> http/b.rs -> http/c.rs name each other in a cycle"]);
    }

    #[test]
    fn cycle_through_a_test_is_not_a_fault() {
        let tests = "#[cfg(test)]\nmod tests { use crate::http::b::B; }";
        assert_eq!(faults(&[("http/a.rs", tests), ("http/b.rs", "use crate::http::a::A;")]), [""; 0]);
    }

    #[test]
    fn child_that_names_the_parent_that_declares_it_is_a_fault() {
        let files = [("http.rs", "mod list;"), ("http/list.rs", "use crate::http::Service;")];
        assert_eq!(faults(&files), ["http.rs -> http/list.rs name each other in a cycle"]);
    }
}
