/*!
The rows of an export as entries that can be sorted: those of a bill lie together, the bill itself first, then its
abstracts, then its actions.
*/

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::import::publishers::openstates::bill::{Abstract, Action, SourceBill};
use crate::import::publishers::openstates::history::Signs;

/// A row of a table, or a bill as a whole.
#[derive(Debug)]
pub(super) enum Row<'r> {
    Bill(Box<SourceBill<'r>>),
    /// A bill to which no other row belongs, with the place of its file, of which there may be very many.
    Lone(Box<SourceBill<'r>>, Cow<'r, str>),
    Abstract(Abstract<'r>),
    Action(Action<'r>),
}

/// Where a row stood: its number in a unit of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) unit: u64,
    pub(super) number: u32,
}

/// The key of an entry is as long as the sorter looks at without a look at the entry: a hash that stands for the bill's
/// folder and identifier, what the row is, and its number.
pub(super) type Key = [u8; 16];

/// How many bytes of a key the rows of a bill have in common. That two of ten million bills have the same ones by chance
/// happens once in trillions of imports: 2^88 values for 2^46 pairs.
const BILL_BYTES: usize = 11;

/// The part of a key that the rows of a bill have in common.
pub(super) fn bill_of(key: &[u8]) -> &[u8] {
    &key[..BILL_BYTES.min(key.len())]
}

/// What hashes the identifiers of a folder's bills.
pub(super) struct Folder([DefaultHasher; 2]);

impl Folder {
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

const BILL: u8 = 0;
const ABSTRACT: u8 = 1;
const ACTION: u8 = 2;
const LONE: u8 = 3;

impl<'r> Row<'r> {
    /// The key of the row's entry, whose value it writes. The unit is the end of the value: it must not decide which of
    /// two rows comes first, since it depends on the order of the inputs.
    pub(super) fn write(&self, folder: &Folder, id: &str, position: Position, value: &mut Vec<u8>) -> Key {
        let kind = match self {
            Self::Bill(bill) => {
                write_bill(bill, value);
                BILL
            }
            Self::Lone(bill, place) => {
                write_bill(bill, value);
                write_text(place, value);
                LONE
            }
            Self::Abstract(abstract_) => {
                write_abstract(abstract_, value);
                ABSTRACT
            }
            Self::Action(action) => {
                write_action(action, value);
                ACTION
            }
        };
        value.extend_from_slice(&position.unit.to_be_bytes());
        let mut key = folder.hash(id);
        key[BILL_BYTES] = kind;
        key[BILL_BYTES + 1..].copy_from_slice(&position.number.to_be_bytes());
        key
    }

    /// Reads an entry; nothing if it is none.
    pub(super) fn read(key: &[u8], value: &'r [u8]) -> Option<(Position, Self)> {
        let (kind, number) = key.get(BILL_BYTES..)?.split_first()?;
        let (value, unit) = value.split_last_chunk()?;
        let position =
            Position { unit: u64::from_be_bytes(*unit), number: u32::from_be_bytes(number.try_into().ok()?) };
        let mut fields = Fields(value);
        let row = match *kind {
            BILL => Self::Bill(Box::new(fields.bill()?)),
            LONE => Self::Lone(Box::new(fields.bill()?), fields.text()?),
            ABSTRACT => Self::Abstract(fields.abstract_()?),
            _ => Self::Action(fields.action()?),
        };
        Some((position, row))
    }
}

fn write_bill(bill: &SourceBill<'_>, value: &mut Vec<u8>) {
    for text in [&bill.jurisdiction, &bill.session, &bill.identifier, &bill.title, &bill.from] {
        write_text(text, value);
    }
    write_list(&bill.classification, value, |class, value| write_text(class, value));
    write_list(&bill.subject, value, |subject, value| write_text(subject, value));
    write_list(&bill.abstracts, value, write_abstract);
    write_list(&bill.actions, value, write_action);
}

fn write_abstract(abstract_: &Abstract<'_>, value: &mut Vec<u8>) {
    write_text(&abstract_.note, value);
    write_text(&abstract_.text, value);
}

fn write_action(action: &Action<'_>, value: &mut Vec<u8>) {
    value.push(action.signs.as_byte());
    write_text(&action.date, value);
    write_text(&action.organization, value);
}

fn write_text(text: &str, value: &mut Vec<u8>) {
    value.extend_from_slice(&(text.len() as u32).to_le_bytes());
    value.extend_from_slice(text.as_bytes());
}

fn write_list<T>(list: &[T], value: &mut Vec<u8>, write: impl Fn(&T, &mut Vec<u8>)) {
    value.extend_from_slice(&(list.len() as u32).to_le_bytes());
    list.iter().for_each(|element| write(element, value));
}

/// What has not been read yet of a value.
struct Fields<'r>(&'r [u8]);

impl<'r> Fields<'r> {
    fn bill(&mut self) -> Option<SourceBill<'r>> {
        Some(SourceBill {
            jurisdiction: self.text()?,
            session: self.text()?,
            identifier: self.text()?,
            title: self.text()?,
            from: self.text()?,
            classification: self.list(Self::text)?,
            subject: self.list(Self::text)?,
            abstracts: self.list(Self::abstract_)?,
            actions: self.list(Self::action)?,
            data_date: None,
        })
    }

    fn abstract_(&mut self) -> Option<Abstract<'r>> {
        Some(Abstract { note: self.text()?, text: self.text()? })
    }

    fn action(&mut self) -> Option<Action<'r>> {
        let (signs, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(Action { signs: Signs::of_byte(*signs)?, date: self.text()?, organization: self.text()? })
    }

    fn text(&mut self) -> Option<Cow<'r, str>> {
        let n_bytes = self.length()?;
        let (text, rest) = self.0.split_at_checked(n_bytes)?;
        self.0 = rest;
        std::str::from_utf8(text).ok().map(Cow::Borrowed)
    }

    fn list<T>(&mut self, element: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..self.length()?).map(|_| element(self)).collect()
    }

    fn length(&mut self) -> Option<usize> {
        let (length, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*length) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_were_written() {
        let action = |date| Action { signs: Signs::of("x", ["passage", "filing"]), date, organization: "upper".into() };
        let abstract_ = || Abstract { note: "".into(), text: "Pays for “tanks”.".into() };
        let bill = || SourceBill {
            jurisdiction: "Wyoming".into(),
            session: "2025".into(),
            identifier: "HB 1".into(),
            title: "Tanks\u{1f}\n".into(),
            from: "lower".into(),
            classification: vec!["bill".into(), "".into()],
            subject: vec![],
            abstracts: vec![abstract_()],
            actions: vec![action("2025-01-01".into()), action("".into())],
            data_date: None,
        };
        let position = Position { unit: 7, number: u32::MAX };
        let folder = Folder::new("wy.zip!wy");
        let mut last = folder.hash("ocd-bill/1")[..BILL_BYTES].to_vec();
        for row in [
            Row::Bill(Box::new(bill())),
            Row::Abstract(abstract_()),
            Row::Action(action("2025".into())),
            Row::Lone(Box::new(bill()), "wy.zip!wy/HB1.json".into()),
        ] {
            let mut value = Vec::new();
            let key = row.write(&folder, "ocd-bill/1", position, &mut value);
            let (read_position, read) = Row::read(&key, &value).unwrap();
            assert_eq!((read_position, format!("{read:?}")), (position, format!("{row:?}")));
            assert!((0..value.len()).all(|n_bytes| Row::read(&key, &value[..n_bytes]).is_none()));
            assert!(last[..] < key[..] && bill_of(&last) == bill_of(&key));
            last = key.to_vec();
        }
    }

    #[test]
    fn bills_of_other_folders_or_identifiers_have_other_keys() {
        let hashes = [("a", "b"), ("a", "c"), ("ab", ""), ("", "ab")].map(|(folder, id)| Folder::new(folder).hash(id));
        assert!((1..4).all(|idx| !hashes[..idx].iter().any(|hash| bill_of(hash) == bill_of(&hashes[idx]))));
    }
}
