/*!
The options of the commands that use a store.
*/

use anyhow::Result;
use clap::Args;

use crate::fetch::progress::FetchProgress;
use crate::object_store::address::Address;
use crate::object_store::client::StoreClient;

/// The location of a store.
#[derive(Debug, Args)]
pub(crate) struct StoreArguments {
    /// The store: `s3://BUCKET[/PREFIX]`. A pull also takes `https://HOST/PATH`, the address of a web server with the
    /// same files.
    ///
    /// Over `http://`, others on the network path can read the index and replace it. Only a pull with --build detects a
    /// replaced index.
    ///
    /// The credentials come from `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`, or from the
    /// profile `AWS_PROFILE` in the file `AWS_SHARED_CREDENTIALS_FILE`. Without credentials, requests are not signed.
    #[arg(long, value_name = "STORE", env = "LEXDEX_STORE", hide_env_values = true)]
    store: String,

    /// The server of the bucket [default: AWS's of the region]. Use http only on networks that you trust: others on the
    /// network path can read the index, replace it and repeat requests. Only a pull with --build detects a replaced
    /// index.
    #[arg(long, value_name = "URL", env = "LEXDEX_STORE_ENDPOINT", hide_env_values = true)]
    endpoint: Option<String>,

    /// The region of the bucket [env: `AWS_REGION` or `AWS_DEFAULT_REGION`] [default: us-east-1].
    #[arg(long, value_name = "REGION")]
    region: Option<String>,
}

impl StoreArguments {
    /// A client of the store.
    pub(crate) fn client<'p>(&self, progress: &'p (dyn FetchProgress + Sync)) -> Result<StoreClient<'p>> {
        let of_environment = |name: &str| std::env::var(name).ok().filter(|region| !region.is_empty());
        let region = self.region.clone().or_else(|| of_environment("AWS_REGION"));
        let region = region.or_else(|| of_environment("AWS_DEFAULT_REGION")).unwrap_or_else(|| "us-east-1".to_owned());
        let endpoint = self.endpoint.as_deref().filter(|endpoint| !endpoint.is_empty());
        StoreClient::new(Address::parse(&self.store, endpoint, &region)?, progress)
    }
}
