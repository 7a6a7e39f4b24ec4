//! The program `lexdex-bench`; the library has its commands.

#[cfg(target_os = "linux")]
fn main() -> anyhow::Result<()> {
    lexdex_bench::run()
}

#[cfg(not(target_os = "linux"))]
fn main() -> anyhow::Result<()> {
    anyhow::bail!("lexdex-bench runs only on Linux")
}
