//! An import that is killed between two parts leaves a corpus that `build` accepts, with each part either old or new, and
//! the next import completes it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::workspace::Workspace;

/// The number of titles of the U.S. Code, each of which is a part.
const N_TITLES: usize = 36;

/// Writes titles of a day into a folder. Every third section is gone on the second day.
fn write_titles(workspace: &Workspace, day: u8) {
    for title in 1..=N_TITLES {
        let sections = (0..30).filter(|number| day == 1 || number % 3 != 0).map(|number| {
            format!(
                "<section identifier=\"/us/usc/t{title}/s{number}\"><num value=\"{number}\">§ {number}.</num>\
                 <heading>As of day {day}</heading><content><p>Text.</p></content></section>"
            )
        });
        let content = format!(
            "<uscDoc xmlns=\"http://xml.house.gov/schemas/uslm/1.0\" xmlns:dcterms=\"http://purl.org/dc/terms/\"><meta>\
             <docNumber>{title}</docNumber><dcterms:created>2025-09-0{day}</dcterms:created></meta><main><title>{}\
             </title></main></uscDoc>",
            sections.collect::<String>()
        );
        workspace.write(&format!("{day}/usc{title:02}.xml"), content);
    }
}

/// The parts of the corpus, with their content.
fn parts(workspace: &Workspace) -> BTreeMap<String, String> {
    let entries = fs::read_dir(workspace.path("corpus/parts")).unwrap().map(|entry| entry.unwrap().path());
    let visible = entries.filter(|path| path.is_file() && path.extension().is_some_and(|ending| ending == "part"));
    let name = |path: &std::path::Path| path.file_name().unwrap().to_string_lossy().into_owned();
    visible.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect()
}

fn import(workspace: &Workspace, folder: &str) -> BTreeMap<String, String> {
    let outcome = workspace.run(&["import", "uslm", folder, "--corpus", "corpus", "--older"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    parts(workspace)
}

#[test]
fn import_killed_while_it_publishes_leaves_a_valid_corpus() {
    let workspace = Workspace::new();
    [1, 2].into_iter().for_each(|day| write_titles(&workspace, day));
    let old = import(&workspace, "1");
    let new = import(&workspace, "2");
    assert_eq!((old.len(), new.len()), (N_TITLES, N_TITLES));
    for awaited in new.keys().step_by(6) {
        assert_eq!(import(&workspace, "1"), old);
        let path = workspace.path("corpus/parts").join(awaited);
        let inode = || fs::metadata(&path).map(|file| file.ino()).ok();
        let before = inode();
        let mut command = workspace.command(&["import", "uslm", "2", "--corpus", "corpus"]);
        let mut importer = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while importer.try_wait().unwrap().is_none() && inode() == before {
            thread::sleep(Duration::from_micros(20));
        }
        importer.kill().unwrap();
        importer.wait().unwrap();
        for (name, content) in parts(&workspace) {
            assert!([&old, &new].iter().any(|whole| whole.get(&name) == Some(&content)), "{name} is neither");
        }
        let outcome = workspace.run(&["build", "--corpus", "corpus", "--out", "index", "--replace"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        assert_eq!(import(&workspace, "2"), new);
    }
}
