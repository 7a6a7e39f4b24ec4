/*!
The publishers that a configuration names.
*/

use anyhow::Result;

use crate::config::Config;
use crate::publishers::billstatus::Billstatus;
use crate::publishers::cap::Cap;
use crate::publishers::courtlistener::CourtListener;
use crate::publishers::dc_law::DcLaw;
use crate::publishers::public_resource::PublicResource;
use crate::publishers::publisher::Publisher;
use crate::publishers::us_code::UsCode;

/// The publishers of a configuration, in a fixed order. Fails if a table names a part that its publisher does not have.
pub fn for_config(config: &Config) -> Result<Vec<Box<dyn Publisher>>> {
    let mut publishers: Vec<Box<dyn Publisher>> = Vec::new();
    if let Some(config) = &config.us_code {
        publishers.push(Box::new(UsCode::new(config)?));
    }
    if let Some(config) = &config.billstatus {
        publishers.push(Box::new(Billstatus::new(config)?));
    }
    if let Some(config) = &config.courtlistener {
        publishers.push(Box::new(CourtListener::new(config)));
    }
    if let Some(config) = &config.cap {
        publishers.push(Box::new(Cap::new(config)?));
    }
    if let Some(config) = &config.dc_law {
        publishers.push(Box::new(DcLaw::new(config)));
    }
    if let Some(config) = &config.public_resource {
        publishers.push(Box::new(PublicResource::new(config)?));
    }
    Ok(publishers)
}
