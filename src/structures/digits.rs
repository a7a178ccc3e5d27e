//! Numbers as text, for writers of megabytes of it.

/// Appends a number in decimal digits: what `write!` does, without its machinery.
pub(crate) fn push_number(mut number: u64, out: &mut String) {
    let mut digits = [b'0'; 20];
    let mut first = digits.len() - 1;
    while number > 9 {
        digits[first] += (number % 10) as u8;
        number /= 10;
        first -= 1;
    }
    digits[first] += number as u8;
    out.extend(digits[first..].iter().map(|&digit| char::from(digit)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_written_as_usual(number: u64, shift in 0u32..64) {
            for number in [number >> shift, 0, u64::MAX] {
                let mut out = String::from("-");
                push_number(number, &mut out);
                prop_assert_eq!(out, format!("-{number}"));
            }
        }
    }
}
