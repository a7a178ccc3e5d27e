//! Comma-separated values, as RFC 4180 has them.

/// A line of a table. A cell with a comma, a quote or a line end is put in quotes, because spreadsheets would take
/// it for several cells or lines otherwise.
pub fn row<S: AsRef<str>>(cells: impl IntoIterator<Item = S>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|cell| quoted(cell.as_ref())).collect();
    cells.join(",") + "\n"
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_would_be_misread_is_quoted() {
        assert_eq!(
            row(["a b", "a,b", "", "say \"b\"", "a\nb"]),
            "a b,\"a,b\",,\"say \"\"b\"\"\",\"a\nb\"\n"
        );
    }
}
