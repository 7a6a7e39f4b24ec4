//! Tests that start real programs: lexdex, and the clients, browsers, proxies and stores around it. They are one test
//! program, because many of them wait, and tests of one program run at the same time.

mod system {
    // Programs, servers, clients and indexes for the tests.
    mod support;

    // The program by itself.
    #[cfg(target_os = "linux")]
    mod drills;
    mod process;

    // Its clients.
    #[cfg(target_os = "linux")]
    mod clients;
    mod explorer;
    #[cfg(target_os = "linux")]
    mod mcp;
    mod openapi;

    // Its deployment, and several replicas. Tests start in the order of their names. The longest ones, in `cluster` and
    // `limits`, mostly wait, and others run beside them.
    #[cfg(target_os = "linux")]
    mod cluster;
    #[cfg(target_os = "linux")]
    mod deployment;
    #[cfg(target_os = "linux")]
    mod limits;
}
