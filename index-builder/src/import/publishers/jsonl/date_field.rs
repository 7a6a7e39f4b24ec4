/*!
Dates of rows.
*/

use jiff::civil;
use jiff::fmt::strtime::BrokenDownTime;
use lexdex_core::model::Date;

use crate::import::publishers::jsonl::keys::Value;
use crate::import::publishers::jsonl::reasons::INVALID_DATE;
use crate::import::publishers::jsonl::row::MappingRow;
use crate::import::publishers::jsonl::source_fields::SourceFields;
use crate::import::publishers::jsonl::template::{Markup, TextTemplate};
use crate::import::text::iso_date::day_of;
use crate::report::skip::Skip;

/// A date of a record.
pub(super) struct DateField {
    template: TextTemplate,
    form: DateForm,
    /// The texts that mean that there is no date.
    none: Vec<String>,
}

enum DateForm {
    /// A date or timestamp of ISO 8601. Only the first ten characters are read.
    Iso,
    /// A format of strptime.
    Format(String),
}

impl DateForm {
    fn parse(&self, text: &str) -> Option<Date> {
        match self {
            Self::Iso => day_of(text),
            Self::Format(format) => Date::from_civil(BrokenDownTime::parse(format, text).ok()?.to_date().ok()?),
        }
    }

    fn describe(&self) -> String {
        match self {
            Self::Iso => "written YYYY-MM-DD".to_owned(),
            Self::Format(format) => format!("of the format {format:?}"),
        }
    }
}

impl DateField {
    /// Reads a date from a value of the mapping. Faults are reported.
    pub(super) fn read(value: Value<'_, '_>, fields: &mut SourceFields) -> Option<Self> {
        let (from, keys) = value.into_template()?;
        let (mut form, mut none) = (DateForm::Iso, Vec::new());
        if let Some(mut keys) = keys {
            if let Some(format) = keys.take("format") {
                form = DateForm::Format(read_format(&format)?);
            }
            none = keys.take("none").and_then(|texts| texts.texts()).unwrap_or_default();
            keys.finish();
        }
        let template = TextTemplate::read(&from, fields)?;
        if let Some(text) = template.constant().filter(|text| form.parse(text).is_none()) {
            from.fault(format!("is {text:?}, which is not a date {}", form.describe()));
            return None;
        }
        Some(Self { template, form, none })
    }

    /// The date of a row, if it has one. A text that is not a date is a skip.
    pub(super) fn date(&self, row: &MappingRow<'_>) -> Result<Option<Date>, Skip> {
        let text = self.template.text(row, Markup::None)?.unwrap_or_default();
        if text.is_empty() || self.none.contains(&text) {
            return Ok(None);
        }
        let date = self.form.parse(&text);
        date.map(Some).ok_or_else(|| {
            Skip::new(&INVALID_DATE, format!("{:.80} is not a date {}", format!("{text:?}"), self.form.describe()))
        })
    }
}

/// Reads a format that has the year, the month and the day.
fn read_format(value: &Value<'_, '_>) -> Option<String> {
    let reads_back = |format: &str| {
        let day = civil::date(2001, 12, 3);
        let sample = day.to_datetime(civil::Time::midnight()).to_zoned(jiff::tz::TimeZone::UTC).ok()?;
        let text = jiff::fmt::strtime::format(format, &sample).ok()?;
        Some(BrokenDownTime::parse(format, &text).ok()?.to_date().ok()? == day)
    };
    let format = value.text()?;
    if reads_back(format) != Some(true) {
        value.fault("is not a format of a date: write one with a year, a month and a day, such as \"%m/%d/%Y\"");
        return None;
    }
    Some(format.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_reads_only_dates_of_its_form() {
        for (format, text, date) in [
            ("%m/%d/%Y", "1/2/2024", Some("2024-01-02")),
            ("%m/%d/%Y", "01/02/2024", Some("2024-01-02")),
            ("%m/%d/%Y", "2024-01-02", None),
            ("%m/%d/%Y", "02/30/2024", None),
            ("%m/%d/%Y", "1/2/2024 x", None),
            ("%m/%d/%Y %I:%M:%S %p", "12/31/2024 11:59:59 PM", Some("2024-12-31")),
            ("%B %d, %Y", "July 4, 2024", Some("2024-07-04")),
            ("%Y%m%d", "20240704", Some("2024-07-04")),
            ("%d-%b-%y", "04-JUL-24", Some("2024-07-04")),
        ] {
            let found = DateForm::Format(format.to_owned()).parse(text).map(|date| date.to_string());
            assert_eq!(found.as_deref(), date, "{format} {text}");
        }
    }
}
