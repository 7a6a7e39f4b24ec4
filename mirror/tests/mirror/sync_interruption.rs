//! A sync that is killed at any moment leaves a complete served index and parts that match it, and the next sync
//! succeeds.

use std::process::Stdio;
use std::thread;
use std::time::Instant;

use crate::folder::{Folder, records};
use crate::placed_files::{CONFIGURATION, place};

/// The number of sections of the large release. Its import and build take long enough to be interrupted.
const N_SECTIONS: u32 = 5_000;

const N_KILLS: u32 = 24;

fn small(folder: &Folder) {
    place(folder, "7", "2024-01-01", 1..=100, "old");
}

fn big(folder: &Folder) {
    place(folder, "7", "2024-02-01", 1..=N_SECTIONS, "new");
}

#[test]
fn killed_sync_leaves_the_index_and_the_next_sync_continues() {
    const ALL: [&str; 3] = ["sync", "--max-changed", "100%"];
    let folder = Folder::new(CONFIGURATION);
    small(&folder);
    folder.run_to(0, &ALL);
    let old = folder.published();
    big(&folder);
    let start = Instant::now();
    let whole = Folder::new(CONFIGURATION);
    big(&whole);
    whole.run_to(0, &ALL);
    let time = start.elapsed();
    let new = whole.published();
    let mut n_old = 0;
    for number in 0..N_KILLS {
        let mut sync = folder.command(&ALL).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(time.mul_f64(f64::from(number) / f64::from(N_KILLS - 1)));
        // The sync may have ended already.
        let _ = sync.kill();
        sync.wait().unwrap();
        let served = folder.published();
        assert!(served == old || served == new, "kill {number}: {} records", served.len());
        if served == new {
            // The sync has published, so a later kill would interrupt nothing.
            break;
        }
        n_old += 1;
    }
    assert!(n_old > 0, "no sync was killed before its end");
    let outcome = folder.run(&ALL);
    assert!([0, 10].contains(&outcome.code.unwrap()), "{outcome:?}");
    assert_eq!(folder.published(), new);
    folder.run_to(10, &ALL);
    assert!(!folder.path(".parts.syncing").exists());
    // The parts match the index.
    let rebuilt = folder.path("rebuilt");
    let arguments = index_builder::commands::build::BuildArguments {
        corpus: Some(folder.path("corpus")),
        out: rebuilt.clone(),
        replace: false,
        text_kib: lexdex_core::corpus::MAX_TEXT_KIB,
        text_positions: false,
        previous: None,
        summaries: lexdex_core::corpus::SummarySource::Bundled,
        topics: index_builder::commands::build::TopicOrigin::Inferred,
        parts: Some(folder.path("parts")),
        skips: None,
    };
    index_builder::commands::build::build(&arguments, &()).unwrap();
    assert_eq!(records(&rebuilt), new);
}
