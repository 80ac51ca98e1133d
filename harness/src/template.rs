//! Values for the templates of pages and reports.

/// A view as the templates read it.
pub(crate) fn template_value(json: &serde_json::Value) -> minijinja::Value {
    match json {
        serde_json::Value::Null => minijinja::Value::from(()),
        serde_json::Value::Bool(truth) => minijinja::Value::from(*truth),
        serde_json::Value::Number(number) => minijinja::Value::from(number.as_u64().unwrap_or_default()),
        serde_json::Value::String(text) => minijinja::Value::from(text.as_str()),
        serde_json::Value::Array(items) => items.iter().map(template_value).collect(),
        serde_json::Value::Object(fields) => {
            minijinja::Value::from_pairs(fields.iter().map(|(name, value)| (name.as_str(), template_value(value))))
        }
    }
}
