/*!
The rows of an export as sorter entries. The rows of a bill are sorted together: first the bill, then its abstracts,
then its actions.
*/

use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::import::engine::partitions::{Partitions, read_row};
use crate::import::publishers::openstates::source_bill::{Abstract, Action, SourceBill};
use crate::import::text::json::Text;

/// A row of a table, or a bill with all its data.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum BillRow<'r> {
    #[serde(borrow)]
    Bill(Box<SourceBill<'r>>),
    /// A bill with all its data, and the location of its file. The row has the location because there can be millions
    /// of such files.
    WholeBill(#[serde(borrow)] Box<SourceBill<'r>>, #[serde(borrow)] Text<'r>),
    #[serde(borrow)]
    Abstract(Abstract<'r>),
    #[serde(borrow)]
    Action(Action<'r>),
}

/// A row as it is encoded. The order of its file is not in the key, because the order of the inputs must not decide
/// which of two rows comes first.
#[derive(Serialize, Deserialize)]
struct RowEntry<R> {
    row: R,
    file_order: u64,
}

/// The position of a row: the order of its file in the inputs, and its line or number in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) file_order: u64,
    pub(super) number: u32,
}

/// The key of a row: a hash of the bill's folder and identifier, the kind of the row, and its number. It is as long as
/// the prefix that the sorter compares without reading the entry.
pub(super) type RowKey = [u8; 16];

/// The number of bytes of a key that the rows of a bill share. They have 2^88 values, and ten million bills form 2^46
/// pairs, so the probability that two bills of an import collide is one in trillions.
const BILL_BYTES: usize = 11;

/// The part of a key that the rows of a bill share.
pub(super) fn bill_of(key: &[u8]) -> &[u8] {
    &key[..BILL_BYTES.min(key.len())]
}

/// Hashes the identifiers of a folder's bills.
pub(super) struct FolderHash([DefaultHasher; 2]);

impl FolderHash {
    pub(super) fn new(folder: &str) -> Self {
        Self([0_u8, 1].map(|salt| {
            let mut hasher = DefaultHasher::new();
            (salt, folder).hash(&mut hasher);
            hasher
        }))
    }

    fn hash(&self, id: &str) -> [u8; 16] {
        let [first, second] = self.0.clone().map(|mut hasher| {
            id.hash(&mut hasher);
            u128::from(hasher.finish())
        });
        (first << 64 | second).to_be_bytes()
    }
}

impl<'r> BillRow<'r> {
    /// Adds the row to the rows of its bill.
    pub(super) fn push(&self, folder: &FolderHash, id: &str, position: Position, rows: &mut Partitions) {
        let key = self.key(folder, id, position.number);
        rows.push_row(bill_of(&key), &key, &RowEntry { row: self, file_order: position.file_order });
    }

    /// Reads an entry of the sorter.
    pub(super) fn read(key: &[u8], value: &'r [u8]) -> Result<(Position, Self)> {
        let (_, number) = key.split_last_chunk().context("the key is too short")?;
        let RowEntry { row, file_order } = read_row(value)?;
        Ok((Position { file_order, number: u32::from_be_bytes(*number) }, row))
    }

    fn key(&self, folder: &FolderHash, id: &str, number: u32) -> RowKey {
        let mut key = folder.hash(id);
        key[BILL_BYTES] = self.rank();
        key[BILL_BYTES + 1..].copy_from_slice(&number.to_be_bytes());
        key
    }

    /// The order of the rows of a bill.
    fn rank(&self) -> u8 {
        match self {
            Self::Bill(_) => 0,
            Self::Abstract(_) => 1,
            Self::Action(_) => 2,
            Self::WholeBill(..) => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::publishers::openstates::action_flags::ActionFlags;

    #[test]
    fn row_survives_encoding_and_truncation_is_an_error() {
        let action = |date| Action {
            flags: ActionFlags::from_description("x", ["passage", "filing"]),
            date,
            organization: "upper".into(),
            order: 3,
        };
        let abstract_ = || Abstract { note: "".into(), text: "Pays for “tanks”.".into() };
        let bill = || SourceBill {
            jurisdiction: "Wyoming".into(),
            session: "2025".into(),
            identifier: "HB 1".into(),
            title: "Tanks\u{1f}\n".into(),
            from: "lower".into(),
            classification: vec![Text("bill".into()), Text::default()],
            subject: vec![],
            abstracts: vec![abstract_()],
            actions: vec![action("2025-01-01".into()), action("".into())],
            data_date: None,
        };
        let position = Position { file_order: 7, number: u32::MAX };
        let folder = FolderHash::new("wy.zip!wy");
        let mut last = folder.hash("ocd-bill/1")[..BILL_BYTES].to_vec();
        for row in [
            BillRow::Bill(Box::new(bill())),
            BillRow::Abstract(abstract_()),
            BillRow::Action(action("2025".into())),
            BillRow::WholeBill(Box::new(bill()), Text("wy.zip!wy/HB1.json".into())),
        ] {
            let key = row.key(&folder, "ocd-bill/1", position.number);
            let value = postcard::to_allocvec(&RowEntry { row: &row, file_order: position.file_order }).unwrap();
            let (read_position, read) = BillRow::read(&key, &value).unwrap();
            assert_eq!((read_position, format!("{read:?}")), (position, format!("{row:?}")));
            assert!((0..value.len()).all(|n_bytes| BillRow::read(&key, &value[..n_bytes]).is_err()));
            assert!(last[..] < key[..] && bill_of(&last) == bill_of(&key));
            last = key.to_vec();
        }
    }

    #[test]
    fn bills_of_different_folders_or_identifiers_differ_in_key() {
        let hashes =
            [("a", "b"), ("a", "c"), ("ab", ""), ("", "ab")].map(|(folder, id)| FolderHash::new(folder).hash(id));
        assert!((1..4).all(|idx| !hashes[..idx].iter().any(|hash| bill_of(hash) == bill_of(&hashes[idx]))));
    }
}
