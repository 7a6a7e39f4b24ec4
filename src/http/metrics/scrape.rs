/*!
The metrics of one scrape, and their text format: version 0.0.4, which every scraper reads.
*/

use prometheus::core::Collector;
use prometheus::proto::MetricFamily;
use prometheus::{Counter, Gauge, GaugeVec, Opts, TextEncoder};

/// The media type of the text format.
pub(crate) const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The metrics of one scrape.
pub(crate) struct Scrape(Vec<MetricFamily>);

impl Scrape {
    pub(crate) fn new(families: Vec<MetricFamily>) -> Self {
        Self(families)
    }

    /// Adds a counter, whose value is kept elsewhere.
    pub(crate) fn counter(&mut self, name: &str, help: &str, value: f64) {
        let counter = Counter::new(name, help).expect("the name is valid");
        counter.inc_by(value);
        self.0.extend(counter.collect());
    }

    /// Adds a gauge.
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

    /// Encodes the scrape.
    pub(crate) fn into_text(self) -> String {
        TextEncoder::new().encode_to_string(&self.0).expect("every metric has a name and a value")
    }
}
