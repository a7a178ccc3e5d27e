//! Estimates the mean of results whose logarithms are about normal.
//!
//! Such results have a long tail: the mean of a sample misses the rare heavy ones that make up much of the true mean,
//! and so does its standard error. The spread of the logarithms shows how much is missed: if n of them have mean m and
//! variance s², the logarithm of the true mean is about m + s²/2, with the standard error (s²/n + s⁴/2(n-1))^½.
//!
//! Sources: Land, "An evaluation of approximate confidence interval estimation methods for lognormal means", 1972
//! (Cox's interval); Olsson, "Confidence intervals for the mean of a log-normal distribution", 2005.

/// Cox's estimate of the logarithm of a mean.
pub(crate) struct LogMean {
    /// The estimate itself.
    pub centre: f64,
    /// Its standard error.
    pub error: f64,
    /// The variance of the logarithms that it is made from.
    pub variance: f64,
}

impl LogMean {
    /// From the logarithms of those of `sampled` results that are not zero. `None`: fewer than two have no spread.
    pub fn new(logarithms: &[f64], sampled: usize) -> Option<LogMean> {
        if logarithms.len() < 2 {
            return None;
        }
        let n = logarithms.len() as f64;
        let mean = logarithms.iter().sum::<f64>() / n;
        let variance = logarithms.iter().map(|l| (l - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let share = n / sampled as f64;
        let centre = mean + variance / 2.0 + share.ln();
        // The share of results that are not zero has a spread of its own, that of a binomial variable.
        let square = variance / n + variance * variance / (2.0 * (n - 1.0)) + (1.0 - share) / n;
        Some(LogMean { centre, error: square.sqrt(), variance })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_that_are_zero_lower_the_mean_and_widen_the_error() {
        let of = |sampled| LogMean::new(&[1.0, 2.0, 3.0], sampled).expect("a spread");
        let (all, half) = (of(3), of(6));
        assert_eq!((all.centre, all.variance), (2.5, 1.0));
        assert!((all.error - (1.0f64 / 3.0 + 0.25).sqrt()).abs() < 1e-12);
        assert!((half.centre - (2.5 + 0.5f64.ln())).abs() < 1e-12 && half.error > all.error);
        assert!(LogMean::new(&[1.0], 9).is_none());
    }
}
