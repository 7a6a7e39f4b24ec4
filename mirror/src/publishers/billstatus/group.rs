/*!
The bills of one type in one Congress, which have a listing and a zip of their own.
*/

use std::collections::BTreeSet;

use anyhow::{Result, bail};

use lexdex_core::model::BillType;

use crate::config::{self, Wanted};

/// The name of the source.
pub(crate) const SOURCE: &str = "billstatus";

/// The first Congress of which there are files.
const FIRST_CONGRESS: u16 = 108;

/// The bills of one type in one Congress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BillTypeGroup {
    congress: u16,
    bill_type: &'static str,
}

impl BillTypeGroup {
    /// The groups that a table `billstatus` names, those of later Congresses first. `current` is the number of the
    /// present Congress.
    pub(crate) fn wanted(config: &config::BillstatusConfig, current: u16) -> Result<Vec<Self>> {
        let mut congresses: BTreeSet<u16> = config.congresses.iter().copied().collect();
        let Some(&last) = congresses.last() else {
            bail!("billstatus: congresses is empty: name Congresses such as 119");
        };
        if config.later {
            congresses.extend(last..=current);
        }
        for congress in &congresses {
            if *congress < FIRST_CONGRESS {
                bail!("billstatus: congresses has {congress}: the first that the publisher has is {FIRST_CONGRESS}");
            }
        }
        if let Wanted::These(types) = &config.types {
            if types.is_empty() {
                bail!("billstatus: types is empty: name types such as \"hr\", or leave it out for all");
            }
            if let Some(unknown) = types.iter().find(|name| BillType::ALL.iter().all(|known| known.code != **name)) {
                let known = BillType::ALL.map(|known| known.code).join(", ");
                bail!("billstatus: types has {unknown:?}, which is not a type: types are {known}");
            }
        }
        let types = || BillType::ALL.map(|known| known.code).into_iter().filter(|name| config.types.has(name));
        let of_congress = |congress| types().map(move |bill_type| Self { congress, bill_type });
        Ok(congresses.into_iter().rev().flat_map(of_congress).collect())
    }

    /// The path of the listing on the publisher's server.
    pub(crate) fn listing(&self) -> String {
        format!("bulkdata/json/BILLSTATUS/{}/{}", self.congress, self.bill_type)
    }

    /// The path of a file on the publisher's server.
    pub(crate) fn address(&self, file: &str) -> String {
        format!("bulkdata/BILLSTATUS/{}/{}/{file}", self.congress, self.bill_type)
    }

    /// The name of the zip with all bills.
    pub(crate) fn zip(&self) -> String {
        format!("BILLSTATUS-{}-{}.zip", self.congress, self.bill_type)
    }

    /// Whether a file is that of one bill: `BILLSTATUS-119hr1.xml`.
    pub(crate) fn is_bill(&self, file: &str) -> bool {
        let prefix = format!("BILLSTATUS-{}{}", self.congress, self.bill_type);
        let number = file.strip_prefix(&*prefix).and_then(|rest| rest.strip_suffix(".xml"));
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(congresses: &[u16], types: Option<&[&str]>) -> config::BillstatusConfig {
        let types = types.map(|types| Wanted::These(types.iter().map(|name| (*name).to_owned()).collect()));
        config::BillstatusConfig {
            congresses: congresses.to_vec(),
            later: false,
            types: types.unwrap_or_default(),
            base_url: None,
        }
    }

    #[test]
    fn each_type_and_congress_is_one_group() {
        let groups = BillTypeGroup::wanted(&config(&[118, 119, 118], Some(&["sres", "hr"])), 121).unwrap();
        let zips: Vec<String> = groups.iter().map(BillTypeGroup::zip).collect();
        let expected = ["BILLSTATUS-119-hr", "BILLSTATUS-119-sres", "BILLSTATUS-118-hr", "BILLSTATUS-118-sres"];
        assert_eq!(zips, expected.map(|name| format!("{name}.zip")));
        assert_eq!(BillTypeGroup::wanted(&config(&[108], None), 121).unwrap().len(), BillType::ALL.len());
    }

    #[test]
    fn later_congresses_follow_the_last_named_one() {
        for (named, current, wanted) in [
            (&[117, 119][..], 118, &[119, 117][..]),
            (&[117, 119], 119, &[119, 117]),
            (&[117, 119], 121, &[121, 120, 119, 117]),
        ] {
            let config = config::BillstatusConfig { later: true, ..config(named, Some(&["hr"])) };
            let groups = BillTypeGroup::wanted(&config, current).unwrap();
            assert_eq!(groups.iter().map(|group| group.congress).collect::<Vec<_>>(), wanted);
        }
    }

    #[test]
    fn unknown_congresses_and_types_are_rejected_with_the_fix() {
        for (config, message) in [
            (config(&[], None), "billstatus: congresses is empty: name Congresses such as 119"),
            (config(&[119, 107], None), "billstatus: congresses has 107: the first that the publisher has is 108"),
            (
                config(&[119], Some(&[])),
                "billstatus: types is empty: name types such as \"hr\", or leave it out for all",
            ),
            (
                config(&[119], Some(&["HR"])),
                "billstatus: types has \"HR\", which is not a type: types are hr, s, hjres, sjres, hconres, sconres, \
                 hres, sres",
            ),
        ] {
            assert_eq!(BillTypeGroup::wanted(&config, 121).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn bills_are_those_of_the_same_type_and_congress() {
        let group = BillTypeGroup { congress: 119, bill_type: "s" };
        for (file, is_bill) in [
            ("BILLSTATUS-119s1.xml", true),
            ("BILLSTATUS-119s.xml", false),
            ("BILLSTATUS-119sres1.xml", false),
            ("BILLSTATUS-118s1.xml", false),
            ("BILLSTATUS-119s1.json", false),
            ("BILLSTATUS-119-s.zip", false),
        ] {
            assert_eq!(group.is_bill(file), is_bill, "{file}");
        }
    }
}
