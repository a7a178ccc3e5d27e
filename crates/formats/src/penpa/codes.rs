//! Short codes for names that occur often: `zN` for `"number"`.

/// Codes and names. The quotes distinguish a name from a longer one that starts with it.
const CODES: [(char, &str); 30] = [
    ('9', "\"qa\""),
    ('Q', "\"pu_q\""),
    ('A', "\"pu_a\""),
    ('G', "\"grid\""),
    ('M', "\"edit_mode\""),
    ('S', "\"surface\""),
    ('L', "\"line\""),
    ('E', "\"edge\""),
    ('W', "\"wall\""),
    ('C', "\"cage\""),
    ('N', "\"number\""),
    ('1', "\"sudoku\""),
    ('Y', "\"symbol\""),
    ('P', "\"special\""),
    ('B', "\"board\""),
    ('R', "\"command_redo\""),
    ('U', "\"command_undo\""),
    ('8', "\"command_replay\""),
    ('F', "\"freeline\""),
    ('2', "\"freeedge\""),
    ('T', "\"thermo\""),
    ('3', "\"arrows\""),
    ('D', "\"d\""),
    ('0', "\"squareframe\""),
    ('5', "\"polygon\""),
    ('4', "\"deleteedge\""),
    ('6', "\"killercages\""),
    ('7', "\"nobulbthermo\""),
    ('_', "\"__a\""),
    ('O', "null"),
];

/// The end of the string that starts at byte `from`, after its closing quote.
fn string_end(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    // A backslash may be the last byte.
    bytes.len()
}

/// Replaces codes by names, outside of strings.
pub(super) fn unpack(text: &str) -> String {
    let mut out = String::with_capacity(2 * text.len());
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c == '"' {
            let end = string_end(text, at);
            out += &text[at..end];
            at = end;
            continue;
        }
        let code = (c == 'z').then(|| text[at + 1..].chars().next()).flatten();
        match code.and_then(|code| CODES.iter().find(|(known, _)| *known == code)) {
            Some((_, name)) => {
                out += name;
                at += 2;
            }
            None => {
                out.push(c);
                at += c.len_utf8();
            }
        }
    }
    out
}

/// Replaces names by codes.
pub(super) fn pack(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let end = match c {
            '"' => string_end(text, at),
            _ if text[at..].starts_with("null") => at + 4,
            _ => at + c.len_utf8(),
        };
        match CODES.iter().find(|(_, name)| *name == &text[at..end]) {
            Some((code, _)) => out.extend(['z', *code]),
            None => out += &text[at..end],
        }
        at = end;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stand_outside_of_strings() {
        let text = r#"{"qa":"pu_a","x":null,"title":"jazz1 \" zN","number":{"18":["4",1]}}"#;
        let packed = pack(text);
        assert_eq!(packed, r#"{z9:zA,"x":zO,"title":"jazz1 \" zN",zN:{"18":["4",1]}}"#);
        assert_eq!(unpack(&packed), text);
        for odd in ["", "z", "\"", "\"\\", "zz1", "z\u{e9}"] {
            unpack(odd);
            pack(odd);
        }
    }
}
