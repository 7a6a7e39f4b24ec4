//! Links between the repository's documents lead to existing files.

use std::path::Path;

const DOCUMENTS: [&str; 17] = [
    "README.md",
    "SECURITY.md",
    "clients/python/README.md",
    "clients/typescript/README.md",
    "corpus/README.md",
    "deploy/README.md",
    "deploy/backup.md",
    "deploy/helm/lexdex/README.md",
    "deploy/kubernetes.md",
    "deploy/rollback.md",
    "deploy/upgrade.md",
    "docs/data.md",
    "docs/mcp.md",
    "docs/scale.md",
    "docs/under-fire.md",
    "index-builder/README.md",
    "mirror/README.md",
];

#[test]
fn links_within_the_repository_lead_to_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for document in DOCUMENTS {
        let document = root.join(document);
        let text = std::fs::read_to_string(&document).unwrap();
        let targets = text.split("](").skip(1).map(|rest| rest.split([')', '#']).next().unwrap());
        for target in targets.filter(|target| !target.is_empty() && !target.contains("://")) {
            let path = document.parent().unwrap().join(target);
            assert!(path.exists(), "{} leads to {}", document.display(), path.display());
        }
    }
}
