//! Stores of other providers than AWS, played by the tests' own server, and credentials of a role.

use std::fs;

use crate::store_bucket::Bucket;
use crate::store_indexes::LocalIndex;
use crate::store_run::StoreAt;

#[test]
fn index_goes_through_a_bucket_of_google() {
    let index = LocalIndex::small(0);
    let bucket = Bucket::new();
    let store = StoreAt { store: "gs://law/us".to_owned(), ..bucket.store.clone() };
    let run = |arguments: &[&str]| {
        let key = r#"{"private_key":"k","private_key_id":"i","client_email":"e","disable_oauth":true}"#;
        let output = store.command(arguments).env("GOOGLE_SERVICE_ACCOUNT_KEY", key).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    run(&["push", "--index", index.path.to_str().unwrap()]);
    assert!(bucket.server.paths().contains(&"/law/us%2Flatest".to_owned()));
    // The first push creates `latest`, and fails if another push has created it.
    let requests = bucket.server.take_requests();
    let latest = requests.iter().find(|request| request.method == "PUT" && request.path.ends_with("latest")).unwrap();
    assert_eq!(latest.header("x-goog-if-generation-match"), Some("0"));
    run(&["pull", "--out", bucket.out().to_str().unwrap()]);
    bucket.assert_published(&index);
}

#[test]
fn index_is_pulled_from_a_container_of_azure() {
    let index = LocalIndex::small(0);
    let bucket = Bucket::with(&index);
    let store = StoreAt { store: "az://law".to_owned(), ..bucket.store.clone() };
    let mut pull = store.command(&["pull", "--out", bucket.out().to_str().unwrap()]);
    let output = pull.env("AZURE_STORAGE_ACCOUNT_NAME", "account").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    bucket.assert_published(&index);
}

#[test]
fn role_of_a_container_signs_the_requests() {
    let index = LocalIndex::small(0);
    let bucket = Bucket::with(&index);
    let role = r#"{"AccessKeyId":"ROLE","SecretAccessKey":"s","Token":"t","Expiration":"2099-01-01T00:00:00Z"}"#;
    bucket.server.put("/role", role);
    let token = bucket.folder.path().join("token");
    fs::write(&token, "token of the pod").unwrap();
    let mut pull = bucket.store.command(&["pull", "--out", bucket.out().to_str().unwrap()]);
    pull.env_remove("AWS_SKIP_SIGNATURE").env("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", &token);
    let output = pull.env("AWS_CONTAINER_CREDENTIALS_FULL_URI", bucket.server.url("/role")).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    bucket.assert_published(&index);
    let requests = bucket.server.take_requests();
    let [first, rest @ ..] = &requests[..] else { panic!("{requests:?}") };
    assert_eq!((first.path.as_str(), first.header("authorization")), ("/role", Some("token of the pod")));
    for request in rest {
        assert!(request.header("authorization").unwrap().contains(" Credential=ROLE/"), "{request:?}");
        assert_eq!(request.header("x-amz-security-token"), Some("t"));
    }
}
