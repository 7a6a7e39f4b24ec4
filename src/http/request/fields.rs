/*!
The fields of a record that a client wants, and a record with these alone.
*/

use std::fmt;

use serde::Deserializer;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::model::{Bill, Case, Record, Resource, Statute};

/// Some of the fields that the records of a list can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fields {
    resource: Resource,
    /// A bit for each field, in the order of their names.
    wanted: u32,
}

/// A name in a list of fields that should not be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrongName<'l> {
    /// It is the name of no field.
    Unknown(&'l str),
    /// It stands there already.
    Repeated(&'l str),
}

impl Fields {
    /// The names of the fields that the records of a list can have.
    pub(crate) fn names(resource: Resource) -> &'static [&'static str] {
        match resource {
            Resource::Statutes => Statute::FIELDS,
            Resource::Cases => Case::FIELDS,
            Resource::Bills => Bill::FIELDS,
        }
    }

    /// All of them.
    pub(crate) fn all(resource: Resource) -> Self {
        Self { resource, wanted: (1 << Self::names(resource).len()) - 1 }
    }

    /// The names of those that are wanted.
    pub(crate) fn iter(self) -> impl Iterator<Item = &'static str> {
        let names = Self::names(self.resource).iter().copied().enumerate();
        names.filter(move |(position, _)| self.has(*position)).map(|(_, name)| name)
    }

    /// The fields that stand in a list with commas, and what is wrong in it.
    pub(crate) fn parse(list: &str, resource: Resource) -> (Self, Vec<WrongName<'_>>) {
        let mut fields = Self { resource, wanted: 0 };
        let mut wrong = Vec::new();
        for name in list.split(',').map(str::trim) {
            match Self::names(resource).iter().position(|known| *known == name) {
                Some(position) if fields.has(position) => wrong.push(WrongName::Repeated(name)),
                Some(position) => fields.wanted |= 1 << position,
                None => wrong.push(WrongName::Unknown(name)),
            }
        }
        (fields, wrong)
    }

    /// Whether the field at this position is wanted.
    fn has(self, position: usize) -> bool {
        self.wanted >> position & 1 == 1
    }

    /// Adds a record with these fields alone, in the order in which the record has them.
    pub(crate) fn push(self, record: &[u8], body: &mut Vec<u8>) -> serde_json::Result<()> {
        body.push(b'{');
        let selection = Selection { fields: self, names: Self::names(self.resource), body };
        serde_json::Deserializer::from_slice(record).deserialize_map(selection)?;
        body.push(b'}');
        Ok(())
    }
}

/// Copies the members of an object that are wanted.
struct Selection<'b> {
    fields: Fields,
    names: &'static [&'static str],
    body: &'b mut Vec<u8>,
}

impl<'de> Visitor<'de> for Selection<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a record")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let mut is_first = true;
        while let Some((name, value)) = members.next_entry::<&str, &RawValue>()? {
            let position = self.names.iter().position(|known| *known == name);
            if position.is_none_or(|position| !self.fields.has(position)) {
                continue;
            }
            if !std::mem::take(&mut is_first) {
                self.body.push(b',');
            }
            for part in ["\"", name, "\":", value.get()] {
                self.body.extend_from_slice(part.as_bytes());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_that_should_not_be_there_is_told() {
        let (fields, wrong) = Fields::parse("id,colour,title, id,,", Resource::Statutes);
        assert_eq!(fields.iter().collect::<Vec<_>>(), ["id", "title"]);
        let unknown = WrongName::Unknown;
        assert_eq!(wrong, [unknown("colour"), WrongName::Repeated("id"), unknown(""), unknown("")]);
    }

    #[test]
    fn a_record_keeps_the_fields_that_are_wanted_in_its_own_order() {
        let record = br#"{"id":"a","jurisdiction":"x","title":"a \"b\" {c}","topics":["d"],"meta":{"id":"e"}}"#;
        let of = |list: &str| {
            let (fields, wrong) = Fields::parse(list, Resource::Statutes);
            assert_eq!(wrong, []);
            let mut body = Vec::new();
            fields.push(record, &mut body).unwrap();
            String::from_utf8(body).unwrap()
        };
        assert_eq!(of("topics, title"), r#"{"title":"a \"b\" {c}","topics":["d"]}"#);
        assert_eq!(of("meta"), r#"{"meta":{"id":"e"}}"#);
        assert_eq!(of("summary"), "{}");
    }
}
