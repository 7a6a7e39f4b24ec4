//! PostgreSQL, in a cluster of its own.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use rustix::fs::{Mode, chmod};

use crate::databases::{is_installed, output_of};

/// The user that runs PostgreSQL if this program runs as root, because PostgreSQL refuses to run as root.
const USER: &str = "postgres";

/// Changes to the defaults. The socket is in the data directory, and fsync is off, because data lost in a crash would
/// be loaded again. The memory suffices for a million records.
const SETTINGS: &str = "
listen_addresses = ''
unix_socket_directories = '.'
random_page_cost = 1.1
fsync = off
max_wal_size = 8GB
shared_buffers = 2GB
work_mem = 256MB
jit = off
";

/// Returns the first required program that is not installed.
pub(super) fn missing_program() -> Option<&'static str> {
    let user_switch = is_root().then_some("runuser");
    let missing = ["psql"].into_iter().chain(user_switch).find(|program| !is_installed(program));
    missing.or_else(|| server_programs().is_none().then_some("the server (pg_ctl)"))
}

/// Runs a script in a new cluster, by one run of psql. The cluster has ended when the function returns.
pub(super) fn run(directory: &Path, script: &str) -> Result<String> {
    let programs = server_programs().context("pg_ctl is not installed")?;
    let path = directory.join("postgres.sql");
    fs::write(&path, script).with_context(|| format!("cannot write {}", path.display()))?;
    let cluster = Cluster::start(programs, directory)?;
    let options = ["--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--field-separator=\t"];
    let mut psql = Command::new("psql");
    psql.args(options).args(["--set=ON_ERROR_STOP=1", "--dbname=postgres", "--file=postgres.sql"]);
    output_of(psql.arg("--host").arg(&cluster.data).arg("--username").arg(USER).current_dir(directory))
}

/// A running cluster. It stops when it is dropped.
struct Cluster {
    programs: PathBuf,
    data: PathBuf,
}

impl Cluster {
    fn start(programs: PathBuf, directory: &Path) -> Result<Self> {
        let data = directory.join("postgres");
        fs::create_dir(&data).with_context(|| format!("cannot create {}", data.display()))?;
        if is_root() {
            // The server runs as its own user, which needs access to the files.
            chmod(directory, Mode::from_raw_mode(0o755))?;
            output_of(Command::new("chown").arg(USER).arg(&data))?;
        }
        let cluster = Self { programs, data };
        output_of(cluster.command("initdb").arg("--pgdata").arg(&cluster.data).arg("--username").arg(USER).args([
            "--locale=C",
            "--encoding=UTF8",
            "--auth=trust",
            "--no-sync",
        ]))?;
        let settings = cluster.data.join("postgresql.conf");
        let mut settings = OpenOptions::new().append(true).open(settings).context("cannot change the settings")?;
        settings.write_all(SETTINGS.as_bytes())?;
        cluster.control("start", &[]).with_context(|| {
            let log = fs::read_to_string(cluster.log()).unwrap_or_default();
            format!("PostgreSQL does not start: {}", log.trim())
        })?;
        Ok(cluster)
    }

    fn control(&self, action: &str, options: &[&str]) -> Result<()> {
        let mut control = self.command("pg_ctl");
        control.args(["--silent", "--wait", "--pgdata"]).arg(&self.data).arg("--log").arg(self.log());
        output_of(control.args(options).arg(action)).map(drop)
    }

    fn log(&self) -> PathBuf {
        self.data.join("log")
    }

    /// The command of a server program, run as a user other than root.
    fn command(&self, program: &str) -> Command {
        let program = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", USER, "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(&self.data);
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if !self.data.join("postmaster.pid").exists() {
            return;
        }
        if let Err(error) = self.control("stop", &["--mode=immediate"]) {
            eprintln!("PostgreSQL does not stop: {error:#}");
        }
    }
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Returns the folder of the server's programs: the newest version that Debian installed, or else that of the first
/// `pg_ctl` in `PATH`.
fn server_programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let number = |path: &Path| path.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok());
    let mut folders: Vec<(Option<u32>, PathBuf)> =
        versions.map(|entry| (number(&entry.path()), entry.path().join("bin"))).collect();
    folders.sort();
    let installed = folders.into_iter().rev().map(|(_, folder)| folder);
    let paths = std::env::var_os("PATH").unwrap_or_default();
    installed.chain(std::env::split_paths(&paths)).find(|folder| folder.join("pg_ctl").exists())
}
