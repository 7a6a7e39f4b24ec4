/*!
Selections of record fields, and records reduced to them.
*/

use std::fmt;

use lexdex_core::model::{Bill, Case, Record, Resource, Statute};
use serde::Deserializer;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

/// A set of field names of the records of one list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fields {
    resource: Resource,
    /// A bit for each field, in the order of [`Fields::names`].
    bits: u32,
}

/// An invalid name in the parameter `fields`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldError<'l> {
    /// No field has this name.
    Unknown(&'l str),
    /// This name is already in the parameter.
    Repeated(&'l str),
}

impl Fields {
    /// Returns the names of all fields of the records of a list.
    pub(crate) fn names(resource: Resource) -> &'static [&'static str] {
        match resource {
            Resource::Statutes => Statute::FIELDS,
            Resource::Cases => Case::FIELDS,
            Resource::Bills => Bill::FIELDS,
        }
    }

    /// The set of all fields.
    pub(crate) fn all(resource: Resource) -> Self {
        Self { resource, bits: (1 << Self::names(resource).len()) - 1 }
    }

    /// Iterates over the names in the set.
    pub(crate) fn iter(self) -> impl Iterator<Item = &'static str> {
        let names = Self::names(self.resource).iter().copied().enumerate();
        names.filter(move |(position, _)| self.has(*position)).map(|(_, name)| name)
    }

    /// Parses a list of names separated by commas.
    pub(crate) fn parse(list: &str, resource: Resource) -> (Self, Vec<FieldError<'_>>) {
        let mut fields = Self { resource, bits: 0 };
        let mut errors = Vec::new();
        for name in list.split(',').map(str::trim) {
            match Self::names(resource).iter().position(|known| *known == name) {
                Some(position) if fields.has(position) => errors.push(FieldError::Repeated(name)),
                Some(position) => fields.bits |= 1 << position,
                None => errors.push(FieldError::Unknown(name)),
            }
        }
        (fields, errors)
    }

    /// Returns whether the set has the field at this position.
    fn has(self, position: usize) -> bool {
        self.bits >> position & 1 == 1
    }

    /// Appends a record, reduced to these fields, to a body. The fields keep the record's order.
    pub(crate) fn push(self, record: &[u8], body: &mut Vec<u8>) -> serde_json::Result<()> {
        body.push(b'{');
        let filter = FieldFilter { fields: self, names: Self::names(self.resource), body };
        serde_json::Deserializer::from_slice(record).deserialize_map(filter)?;
        body.push(b'}');
        Ok(())
    }
}

/// Copies the members of an object that are in a set.
struct FieldFilter<'b> {
    fields: Fields,
    names: &'static [&'static str],
    body: &'b mut Vec<u8>,
}

impl<'de> Visitor<'de> for FieldFilter<'_> {
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
    fn unknown_and_repeated_names_are_all_reported() {
        let (fields, errors) = Fields::parse("id,colour,title, id,,", Resource::Statutes);
        assert_eq!(fields.iter().collect::<Vec<_>>(), ["id", "title"]);
        let unknown = FieldError::Unknown;
        assert_eq!(errors, [unknown("colour"), FieldError::Repeated("id"), unknown(""), unknown("")]);
    }

    #[test]
    fn record_keeps_the_chosen_fields_in_its_own_order() {
        let record = br#"{"id":"a","jurisdiction":"x","title":"a \"b\" {c}","topics":["d"],"meta":{"id":"e"}}"#;
        let of = |list: &str| {
            let (fields, errors) = Fields::parse(list, Resource::Statutes);
            assert_eq!(errors, []);
            let mut body = Vec::new();
            fields.push(record, &mut body).unwrap();
            String::from_utf8(body).unwrap()
        };
        assert_eq!(of("topics, title"), r#"{"title":"a \"b\" {c}","topics":["d"]}"#);
        assert_eq!(of("meta"), r#"{"meta":{"id":"e"}}"#);
        assert_eq!(of("summary"), "{}");
    }
}
