//! The order of layers, as the front page of a crate gives it.

/// The layers of a crate, lowest first; the modules of one layer are side by side.
pub(super) struct Order {
    layers: Vec<Vec<Vec<String>>>,
}

/// A module of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    pub(super) layer: usize,
    module: usize,
}

impl Order {
    /// Reads the block under the heading `# Layers` of a crate's docs.
    pub(super) fn read(docs: &str) -> Self {
        let (_, section) = docs.split_once("\n# Layers\n").expect("no heading `# Layers`");
        let (_, block) = section.split_once("\n```text\n").expect("no block of text under `# Layers`");
        let (block, _) = block.split_once("\n```").expect("the block of text does not end");
        let path = |path: &str| path.split("::").map(str::to_owned).collect();
        let layers = block.lines().map(|line| line.split_whitespace().map(path).collect());
        Self { layers: layers.collect() }
    }

    /// The longest module path listed that is this module's own or a parent's.
    pub(super) fn position(&self, module: &[String]) -> Option<Position> {
        let positions = self.positions().filter(|(_, listed)| module.starts_with(listed));
        positions.max_by_key(|(_, listed)| listed.len()).map(|(position, _)| position)
    }

    /// Every module listed.
    pub(super) fn positions(&self) -> impl Iterator<Item = (Position, &[String])> {
        let layers = self.layers.iter().enumerate();
        layers.flat_map(|(layer, modules)| {
            let modules = modules.iter().enumerate();
            modules.map(move |(module, path)| (Position { layer, module }, &path[..]))
        })
    }
}

mod tests {
    use super::{Order, Position};

    const DOCS: &str = "Text.\n\n# Layers\n\nLowest first.\n\n```text\nmodel\nindex::a index::b\nindex\n```\n\nMore.";

    fn position(module: &str) -> Option<Position> {
        let module: Vec<String> = module.split("::").map(str::to_owned).collect();
        Order::read(DOCS).position(&module)
    }

    #[test]
    fn longest_listed_path_of_a_module_is_its_position() {
        assert_eq!(position("model::date"), Some(Position { layer: 0, module: 0 }));
        assert_eq!(position("index::b::c"), Some(Position { layer: 1, module: 1 }));
        assert_eq!(position("index::bees"), Some(Position { layer: 2, module: 0 }));
        assert_eq!(position("index"), Some(Position { layer: 2, module: 0 }));
    }

    #[test]
    fn module_that_is_not_listed_has_no_position() {
        assert_eq!(position("http"), None);
    }
}
