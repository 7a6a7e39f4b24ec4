//! Has Cargo build the program again when a file of the explorer is added, changed or removed. Without this script, a
//! new file in the folder would go unnoticed.

fn main() {
    println!("cargo::rerun-if-changed=src/explorer");
}
