//! The moduli of residues: a list that never changes, and how residues become a number again.
//!
//! The list is of all primes below 2^61, the greatest first: 2^61 − 1, 2^61 − 31, 2^61 − 45, and so on. It is
//! made by a test of primality that is proved for all numbers of 64 bits.
//!
//! Sources: Sorenson, Webster, *Strong pseudoprimes to twelve prime bases*, 2017 (the test); Garner, *The
//! residue number system*, 1959 (joining residues by mixed radix).

use num_bigint::BigUint;

/// Primes of the list are below.
const BELOW: u64 = 1 << 61;

/// The number of bits determined by a residue modulo a prime of the list.
const BITS: u64 = 60;

/// The first bases, which are enough for all numbers below 3.18 · 10^23.
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// A product modulo a number.
#[inline]
pub fn times(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let (mut result, mut base) = (1 % modulus, base % modulus);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base, modulus);
        }
        base = times(base, base, modulus);
        exponent >>= 1;
    }
    result
}

/// Whether a number is prime. Proved for all of 64 bits.
pub fn is_prime(n: u64) -> bool {
    if n < 2 {
        return false;
    }
    if let Some(&p) = BASES.iter().find(|&&p| n.is_multiple_of(p)) {
        return n == p;
    }
    let shift = (n - 1).trailing_zeros();
    let odd = (n - 1) >> shift;
    BASES.iter().all(|&base| {
        let mut x = power(base, odd, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        for _ in 1..shift {
            x = times(x, x, n);
            if x == n - 1 {
                return true;
            }
        }
        false
    })
}

/// The list of moduli. Each is found in some microseconds.
pub fn primes() -> impl Iterator<Item = u64> {
    (0..BELOW).rev().filter(|&n| is_prime(n))
}

/// The number of primes of the list that determine a number below 2^`bits`: at least one.
pub fn needed(bits: u64) -> usize {
    bits.div_ceil(BITS).max(1) as usize
}

/// The only number below the product of different primes that has these residues.
///
/// # Panics
/// If two of the primes are the same.
pub fn join(residues: &[(u64, u64)]) -> BigUint {
    let (mut number, mut product) = (BigUint::ZERO, BigUint::from(1u32));
    for &(prime, residue) in residues {
        let of = |n: &BigUint| u64::try_from(n % prime).expect("it is less than the prime");
        let inverse = power(of(&product), prime - 2, prime);
        assert_eq!(times(of(&product), inverse, prime), 1 % prime, "primes differ");
        let missing = (residue % prime + (prime - of(&number))) % prime;
        number += &product * times(missing, inverse, prime);
        product *= prime;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primality_is_that_of_a_sieve_and_of_known_numbers() {
        let mut sieve = vec![true; 20_000];
        for n in 2..sieve.len() {
            assert_eq!(is_prime(n as u64), sieve[n], "{n}");
            for multiple in (2 * n..sieve.len()).step_by(n) {
                sieve[multiple] = false;
            }
        }
        assert!(!is_prime(0) && !is_prime(1));
        // Pseudoprimes to many bases, a square, and the greatest primes of their sizes.
        for n in [3_215_031_751, 3_825_123_056_546_413_051, 4_294_967_291 * 4_294_967_291] {
            assert!(!is_prime(n), "{n}");
        }
        for n in [4_294_967_291, (1 << 61) - 1, 18_446_744_073_709_551_557] {
            assert!(is_prime(n), "{n}");
        }
    }

    #[test]
    fn the_list_is_what_is_published() {
        let below: Vec<u64> = primes().take(6).map(|p| (1 << 61) - p).collect();
        assert_eq!(below, [1, 31, 45, 229, 259, 283]);
        assert!(primes().take(2_000).all(|p| p > 1 << BITS));
        assert_eq!([0, 1, 60, 61, 120, 121].map(needed), [1, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn residues_are_joined() {
        let mut number = BigUint::from(1u32);
        for k in 1..40usize {
            number = number * 1_000_003u64 * 999_999_937u64 + k;
            let needed = needed(number.bits());
            let residues: Vec<(u64, u64)> =
                primes().take(needed).map(|p| (p, (&number % p).try_into().unwrap())).collect();
            assert_eq!(join(&residues), number);
        }
        assert_eq!(join(&[(7, 3), (2, 1)]), BigUint::from(3u32));
        assert_eq!(join(&[]), BigUint::ZERO);
    }
}
