/*!
The day on which an act took effect.
*/

use lexdex_core::model::Date;

use crate::import::text::english_date::leading_date;

/// The words that may come between “effective” and the date: “eff from and after passage (approved March 4, 1977)”,
/// “effective upon proclamation of the Governor, January 15, 1997”.
const BETWEEN: &[&str] =
    &["on", "from", "and", "after", "passage", "as", "of", "(approved", "upon", "proclamation", "the", "Governor,"];

/// The date after “effective”, “eff” or “operative”. `year` completes a date without a year.
pub(super) fn effective_date(part: &str, year: Option<u16>) -> Option<Date> {
    let words: Vec<&str> = part.split(' ').collect();
    let at = words.iter().position(|word| matches!(word.trim_end_matches('.'), "effective" | "eff" | "operative"))?;
    let rest: Vec<&str> = words[at + 1..].iter().skip_while(|word| BETWEEN.contains(word)).copied().collect();
    let rest = rest.join(" ");
    leading_date(&rest).or_else(|| leading_date(&with_year(&rest, year?)?))
}

/// The month and the day at the start of a text, with a year: “July 1.”
fn with_year(text: &str, year: u16) -> Option<String> {
    let mut words = text.split(' ');
    let (month, day) = (words.next()?, words.next()?.trim_end_matches(['.', ',', ';']));
    day.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("{month} {day}, {year}"))
}
