/*!
The metrics of one scrape, and their text format: version 0.0.4, which every scraper supports.
*/

use prometheus::core::Collector;
use prometheus::proto::MetricFamily;
use prometheus::{Counter, Gauge, GaugeVec, Opts, TextEncoder};

/// The media type of the text format.
pub(crate) const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

pub(crate) struct Scrape(Vec<MetricFamily>);

impl Scrape {
    pub(crate) fn new(families: Vec<MetricFamily>) -> Self {
        Self(families)
    }

    /// Adds a counter whose value is maintained outside the registry.
    pub(crate) fn counter(&mut self, name: &str, help: &str, value: f64) {
        let counter = Counter::new(name, help).expect("the name is valid");
        counter.inc_by(value);
        self.0.extend(counter.collect());
    }

    pub(crate) fn gauge(&mut self, name: &str, help: &str, value: f64) {
        let gauge = Gauge::new(name, help).expect("the name is valid");
        gauge.set(value);
        self.0.extend(gauge.collect());
    }

    /// Adds a gauge with a series for each value of a label.
    pub(crate) fn gauges<'l>(
        &mut self,
        name: &str,
        help: &str,
        label: &str,
        series: impl IntoIterator<Item = (&'l str, f64)>,
    ) {
        let gauges = GaugeVec::new(Opts::new(name, help), &[label]).expect("the name and the label are valid");
        for (label, value) in series {
            gauges.with_label_values(&[label]).set(value);
        }
        self.0.extend(gauges.collect());
    }

    /// Encodes the scrape, sorted by name.
    pub(crate) fn into_text(mut self) -> String {
        self.0.sort_by(|family, other| family.name().cmp(other.name()));
        TextEncoder::new().encode_to_string(&self.0).expect("every metric has a name and a value")
    }
}

#[cfg(test)]
mod tests {
    use prometheus::{HistogramOpts, HistogramVec, IntCounterVec};

    use super::*;

    #[test]
    fn scrape_is_encoded_as_text_format_0_0_4_sorted_by_name() {
        let requests = IntCounterVec::new(Opts::new("requests_total", "Requests."), &["route", "status"]).unwrap();
        requests.with_label_values(&["/a", "200"]).inc_by(3);
        let options = HistogramOpts::new("seconds", "Time.").buckets(vec![0.00005, 0.1, 10.0]);
        let durations = HistogramVec::new(options, &["route"]).unwrap();
        for seconds in [0.0, 0.00005, 5.0, 16.0, 16.0] {
            durations.with_label_values(&["/a"]).observe(seconds);
        }
        let mut scrape = Scrape::new([durations.collect(), requests.collect()].concat());
        scrape.gauge("bytes", "Bytes.", 1.5);
        scrape.gauges("records", "Records.", "list", [("bills", 3.0)]);
        scrape.counter("refusals_total", "Refusals.", 0.0);
        let expected = r#"# HELP bytes Bytes.
# TYPE bytes gauge
bytes 1.5
# HELP records Records.
# TYPE records gauge
records{list="bills"} 3
# HELP refusals_total Refusals.
# TYPE refusals_total counter
refusals_total 0
# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{route="/a",status="200"} 3
# HELP seconds Time.
# TYPE seconds histogram
seconds_bucket{route="/a",le="0.00005"} 2
seconds_bucket{route="/a",le="0.1"} 2
seconds_bucket{route="/a",le="10"} 3
seconds_bucket{route="/a",le="+Inf"} 5
seconds_sum{route="/a"} 37.00005
seconds_count{route="/a"} 5
"#;
        assert_eq!(scrape.into_text(), expected);
    }
}
