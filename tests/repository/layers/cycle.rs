//! Finds cycles in a graph of files.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The files that each file imports.
pub(super) type Graph = BTreeMap<String, BTreeSet<String>>;

/// A shortest cycle for each group of files that reach each other. It begins with the group's first file in
/// alphabetical order.
pub(super) fn cycles(graph: &Graph) -> Vec<Vec<String>> {
    let mut cycles = Vec::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for file in graph.keys() {
        if seen.contains(file.as_str()) {
            continue;
        }
        if let Some(cycle) = cycle_through(graph, file) {
            let reached = reachable(graph, file);
            seen.extend(reached.into_iter().filter(|other| reachable(graph, other).contains(file.as_str())));
            cycles.push(cycle);
        }
    }
    cycles
}

/// The shortest path from a file back to itself.
fn cycle_through(graph: &Graph, start: &str) -> Option<Vec<String>> {
    let mut ways = VecDeque::from([vec![start]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        for next in graph.get(way[way.len() - 1]).into_iter().flatten() {
            if next == start {
                return Some(way.into_iter().map(str::to_owned).collect());
            }
            if seen.insert(next) {
                ways.push_back([&way[..], &[next]].concat());
            }
        }
    }
    None
}

fn reachable<'g>(graph: &'g Graph, start: &'g str) -> BTreeSet<&'g str> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![start];
    while let Some(file) = waiting.pop() {
        waiting.extend(graph.get(file).into_iter().flatten().map(String::as_str).filter(|next| reached.insert(*next)));
    }
    reached
}

mod tests {
    use super::{Graph, cycles};

    fn graph(edges: &[(&str, &str)]) -> Graph {
        let mut graph = Graph::new();
        for (from, to) in edges {
            graph.entry((*from).to_owned()).or_default().insert((*to).to_owned());
        }
        graph
    }

    #[test]
    fn tree_and_diamond_have_no_cycle() {
        assert_eq!(cycles(&graph(&[("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])), Vec::<Vec<String>>::new());
    }

    #[test]
    fn file_that_names_itself_is_not_a_cycle_of_others() {
        assert_eq!(cycles(&graph(&[("a", "a"), ("b", "a")])), [["a"]]);
    }

    #[test]
    fn group_of_files_is_reported_once_by_a_shortest_cycle() {
        let edges = [("a", "b"), ("b", "c"), ("c", "a"), ("b", "a"), ("c", "x"), ("x", "y"), ("y", "x")];
        assert_eq!(cycles(&graph(&edges)), [["a", "b"], ["x", "y"]]);
    }
}
