use serde::{Deserialize, Deserializer};

/// Deserializes a field that may be missing but must not be `null`.
pub(super) fn non_null<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}
