//! Builds the program again when a file of the bundled corpus or of the explorer is added, changed or removed: the
//! compiler alone does not see a new file in a folder that `include_dir!` reads.

fn main() {
    println!("cargo::rerun-if-changed=corpus");
    println!("cargo::rerun-if-changed=src/explorer");
}
