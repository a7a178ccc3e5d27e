//! Arithmetic of counters: words of a number, the lowest first, and residues.

/// Adds `value` to `counter` (the lowest limb first; `value` is not longer). True if it carried out.
#[inline]
pub fn add(counter: &mut [u64], value: &[u64]) -> bool {
    let mut carry = false;
    for (c, &v) in counter.iter_mut().zip(value) {
        let (s, a) = c.overflowing_add(v);
        let (s, b) = s.overflowing_add(u64::from(carry));
        (*c, carry) = (s, a | b);
    }
    for c in &mut counter[value.len()..] {
        if !carry {
            return false;
        }
        (*c, carry) = c.overflowing_add(1);
    }
    carry
}

/// Adds a value that is not longer to a counter; returns false, without a change, if that carries
/// out.
#[inline]
pub(super) fn add_if_it_fits(counter: &mut [u64], value: &[u64]) -> bool {
    let carried = add(counter, value);
    if carried {
        subtract(counter, value);
    }
    !carried
}

/// Adds modulo a prime, which always fits.
#[inline]
pub(super) fn add_modulo(prime: u64) -> impl Fn(&mut [u64], &[u64]) -> bool + Copy {
    move |counter, value| {
        counter[0] = sum_modulo(counter[0], value[0], prime);
        true
    }
}

/// The sum of two residues of a number below 2^63.
#[inline]
pub(super) fn sum_modulo(a: u64, b: u64, prime: u64) -> u64 {
    // So this never carries out.
    let sum = a + b;
    if sum >= prime { sum - prime } else { sum }
}

/// Without leading zero limbs, but at least one limb.
pub(super) fn trim(value: &[u64]) -> &[u64] {
    let used = value.iter().rposition(|&l| l != 0).map_or(1, |i| i + 1);
    &value[..used]
}

/// Subtracts `value` from `counter`, modulo 2^(64 limbs).
fn subtract(counter: &mut [u64], value: &[u64]) {
    let mut borrow = false;
    for (i, c) in counter.iter_mut().enumerate() {
        let (d, a) = c.overflowing_sub(value.get(i).copied().unwrap_or(0));
        let (d, b) = d.overflowing_sub(u64::from(borrow));
        (*c, borrow) = (d, a | b);
    }
}
