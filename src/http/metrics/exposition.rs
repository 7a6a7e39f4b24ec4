/*!
Numbers as Prometheus reads them: its text format, version 0.0.4, which everything reads that scrapes.
*/

use std::fmt::{Display, Write};

/// The media type of the format.
pub(crate) const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The text of a scrape.
#[derive(Default)]
pub(crate) struct Exposition(String);

/// A name and a value. Neither names nor values have anything in them that would have to be escaped.
type Label<'l> = (&'static str, &'l str);

impl Exposition {
    /// Numbers that only grow.
    pub(crate) fn counter(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "counter", help)
    }

    /// Numbers that go up and down.
    pub(crate) fn gauge(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "gauge", help)
    }

    /// Numbers of measurements by their size.
    pub(crate) fn histogram(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "histogram", help)
    }

    pub(crate) fn into_text(self) -> String {
        self.0
    }

    fn family(&mut self, name: &'static str, kind: &str, help: &str) -> Family<'_> {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
        Family { text: &mut self.0, name }
    }
}

/// All numbers of one name, told apart by labels.
pub(crate) struct Family<'t> {
    text: &'t mut String,
    name: &'static str,
}

impl Family<'_> {
    /// One number.
    pub(crate) fn sample(&mut self, labels: &[Label<'_>], value: impl Display) -> &mut Self {
        self.line("", labels, value);
        self
    }

    /// How many measurements there were in each bucket, which has the most that is measured in it; how many larger
    /// ones; and the sum of all.
    pub(crate) fn buckets(
        &mut self,
        labels: &[Label<'_>],
        buckets: impl Iterator<Item = (f64, u64)>,
        n_larger: u64,
        sum: f64,
    ) {
        let mut n_so_far = 0;
        let mut bucket = |most: &str, n_more: u64| {
            n_so_far += n_more;
            self.line("_bucket", &[labels, &[("le", most)]].concat(), n_so_far);
            n_so_far
        };
        for (most, n_measured) in buckets {
            bucket(&most.to_string(), n_measured);
        }
        let n_all = bucket("+Inf", n_larger);
        self.line("_sum", labels, sum);
        self.line("_count", labels, n_all);
    }

    fn line(&mut self, suffix: &str, labels: &[Label<'_>], value: impl Display) {
        self.text.extend([self.name, suffix]);
        for (idx, (name, value)) in labels.iter().enumerate() {
            self.text.extend([if idx == 0 { "{" } else { "," }, name, "=\"", value, "\""]);
        }
        let end = if labels.is_empty() { "" } else { "}" };
        let _ = writeln!(self.text, "{end} {value}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scrape_is_written_as_the_format_has_it() {
        let mut text = Exposition::default();
        text.counter("requests_total", "Requests.").sample(&[("route", "/a"), ("status", "200")], 3).sample(&[], 0);
        text.gauge("bytes", "Bytes.").sample(&[], 1.5);
        let buckets = [(0.00005, 2), (0.1, 0), (10.0, 1)];
        text.histogram("seconds", "Time.").buckets(&[("route", "/a")], buckets.into_iter(), 4, 0.25);
        let expected = r#"# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{route="/a",status="200"} 3
requests_total 0
# HELP bytes Bytes.
# TYPE bytes gauge
bytes 1.5
# HELP seconds Time.
# TYPE seconds histogram
seconds_bucket{route="/a",le="0.00005"} 2
seconds_bucket{route="/a",le="0.1"} 2
seconds_bucket{route="/a",le="10"} 3
seconds_bucket{route="/a",le="+Inf"} 7
seconds_sum{route="/a"} 0.25
seconds_count{route="/a"} 7
"#;
        assert_eq!(text.into_text(), expected);
    }
}
