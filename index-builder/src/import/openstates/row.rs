/*!
The rows of an export as entries that can be sorted: those of a bill lie together, the bill itself first, then its
abstracts, then its actions.
*/

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::bill::{Abstract, Action, SourceBill};
use super::history::Signs;

/// A row of a table, or a bill as a whole.
#[derive(Debug)]
pub(super) enum Row<'r> {
    Bill(Box<SourceBill<'r>>),
    Abstract(Abstract<'r>),
    Action(Action<'r>),
}

/// Where a row stood: its number in a unit of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) unit: u64,
    pub(super) number: u64,
}

/// The key of a bill by its folder and identifier, in place of both: it is short, and tells bills apart by its first
/// bytes.
pub(super) fn key(folder: &str, id: &str) -> [u8; 16] {
    let hash = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, folder, id).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    (hash(0) << 64 | hash(1)).to_be_bytes()
}

/// The first byte of a value.
const BILL: u8 = 0;
const ABSTRACT: u8 = 1;
const ACTION: u8 = 2;

impl<'r> Row<'r> {
    /// Appends the value of the row's entry. The unit is its end: it must not decide which of two rows comes first, since
    /// it depends on the order of the inputs.
    pub(super) fn write(&self, position: Position, value: &mut Vec<u8>) {
        value.push(match self {
            Self::Bill(_) => BILL,
            Self::Abstract(_) => ABSTRACT,
            Self::Action(_) => ACTION,
        });
        value.extend_from_slice(&position.number.to_be_bytes());
        match self {
            Self::Bill(bill) => write_bill(bill, value),
            Self::Abstract(abstract_) => write_abstract(abstract_, value),
            Self::Action(action) => write_action(action, value),
        }
        value.extend_from_slice(&position.unit.to_be_bytes());
    }

    /// Reads the value of an entry; nothing if it is none.
    pub(super) fn read(value: &'r [u8]) -> Option<(Position, Self)> {
        let (kind, value) = value.split_first()?;
        let (number, value) = value.split_first_chunk()?;
        let (value, unit) = value.split_last_chunk()?;
        let position = Position { unit: u64::from_be_bytes(*unit), number: u64::from_be_bytes(*number) };
        let mut fields = Fields(value);
        let row = match *kind {
            BILL => Self::Bill(Box::new(fields.bill()?)),
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
        let bill = SourceBill {
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
        let position = Position { unit: 7, number: 1 << 40 };
        for row in [Row::Bill(Box::new(bill)), Row::Abstract(abstract_()), Row::Action(action("2025".into()))] {
            let mut value = Vec::new();
            row.write(position, &mut value);
            let (read_position, read) = Row::read(&value).unwrap();
            assert_eq!((read_position, format!("{read:?}")), (position, format!("{row:?}")));
            assert!((0..value.len()).all(|n_bytes| Row::read(&value[..n_bytes]).is_none()));
        }
    }
}
