//! Lists from which nothing can be left out.

/// Leaves out items, ever fewer at a time, as long as the rest is enough; all of them together are.
pub(super) fn minimal<T: Clone>(mut items: Vec<T>, enough: &mut dyn FnMut(&[T]) -> bool) -> Vec<T> {
    let mut size = items.len();
    while size > 0 {
        let mut from = 0;
        while from < items.len() {
            let to = (from + size).min(items.len());
            let fewer = [&items[..from], &items[to..]].concat();
            if enough(&fewer) {
                items = fewer;
            } else {
                from = to;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    items
}

#[cfg(test)]
mod tests {
    use super::minimal;

    /// No item of the rest can be left out.
    #[test]
    fn nothing_more_can_be_left_out() {
        let needs = [3, 17, 18, 40];
        let mut enough = |items: &[u32]| needs.iter().all(|need| items.contains(need));
        assert_eq!(minimal((0..60).collect(), &mut enough), needs);
        assert!(minimal((0..60).collect(), &mut |_: &[u32]| true).is_empty());
    }
}
