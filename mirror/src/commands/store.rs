/*!
The options of the commands that use a store.
*/

use anyhow::Result;
use clap::Args;

use crate::object_store::address::Address;
use crate::object_store::client::StoreClient;

/// The location of a store.
#[derive(Debug, Args)]
pub(crate) struct StoreArguments {
    /// The store: `s3://BUCKET[/PREFIX]`, `gs://BUCKET[/PREFIX]` or `az://CONTAINER[/PREFIX]`. A pull also takes
    /// `https://HOST/PATH`, the address of a web server with the same files.
    ///
    /// Over `http://`, others on the network path can read the index and replace it. Only a pull with --build detects a
    /// replaced index.
    ///
    /// The credentials come from the environment variables `AWS_...`, `GOOGLE_...` or `AZURE_...`, or else from the role
    /// of the Kubernetes service account, container or machine.
    #[arg(long, value_name = "STORE", env = "LEXDEX_STORE", hide_env_values = true)]
    store: String,

    /// The server of the bucket [default: the provider's]. Use http only on networks that you trust: others on the network
    /// path can read the index, replace it and repeat requests. Only a pull with --build detects a replaced index.
    #[arg(long, value_name = "URL", env = "LEXDEX_STORE_ENDPOINT", hide_env_values = true)]
    endpoint: Option<String>,

    /// The region of a bucket of S3 [env: `AWS_REGION` or `AWS_DEFAULT_REGION`] [default: us-east-1].
    #[arg(long, value_name = "REGION")]
    region: Option<String>,
}

impl StoreArguments {
    /// A client of the store.
    pub(crate) fn client(&self) -> Result<StoreClient> {
        let endpoint = self.endpoint.as_deref().filter(|endpoint| !endpoint.is_empty());
        StoreClient::new(Address::parse(&self.store, endpoint, self.region.as_deref())?)
    }
}
