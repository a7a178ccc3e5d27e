//! The page of steps.

use crate::support::program::Folder;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

const HIDATO: &str = "puzzle: hidato\n\n.  .  .  .  1\n.  .  5  3  .\n11 10 .  .  .\n.  .  .  19 20\n15 .  .  .  25\n";
const LINK: &str = "puzzle: numberlink\n\n1 . 2 . .\n3 . 4 4 .\n. . 5 5 .\n. . 2 . .\n3 . . . 1\n";
const SQUARE: &str = "puzzle: futoshiki\n\n. < .   .   .\n-   v   ^   -\n3 > .   . > .\n-   -   -   -\n. > .   . > .\n\
     v   v   -   -\n.   .   .   .\n";

fn page(text: &str) -> String {
    let here = Folder::with_puzzle(text);
    let ran = here.run("explain --html page.html p.puzzle");
    assert!(ran.status <= 1, "{}", ran.err);
    here.read("page.html")
}

/// The section of this number.
fn section(page: &str, number: usize) -> &str {
    let from = page.find(&format!("<section id=\"s{number}\">")).expect("a section");
    let rest = &page[from..];
    &rest[..rest.find("</section>").expect("its end")]
}

/// SHA-256. Source: NIST, FIPS 180-4, 2015.
fn sha256(text: &str) -> [u8; 32] {
    let primes = || (2u64..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0));
    // The first 32 bits of the fraction, which a double has.
    let fraction = |x: f64| (x.fract() * 2f64.powi(32)) as u32;
    let k: Vec<u32> = primes().take(64).map(|p| fraction((p as f64).cbrt())).collect();
    let mut h: Vec<u32> = primes().take(8).map(|p| fraction((p as f64).sqrt())).collect();
    let mut data = text.as_bytes().to_vec();
    data.push(0x80);
    data.resize((data.len() + 8).next_multiple_of(64) - 8, 0);
    data.extend((text.len() as u64 * 8).to_be_bytes());
    for block in data.chunks(64) {
        let mut w: Vec<u32> = block
            .chunks(4)
            .map(|word| u32::from_be_bytes(word.try_into().expect("four bytes")))
            .collect();
        for i in 16..64 {
            let (a, b) = (w[i - 15], w[i - 2]);
            let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
        }
        let mut v = h.clone();
        for i in 0..64 {
            let s1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let choice = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let one = [s1, choice, k[i], w[i]].into_iter().fold(v[7], u32::wrapping_add);
            let s0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let two = s0.wrapping_add((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(one);
            v[0] = one.wrapping_add(two);
        }
        h.iter_mut().zip(v).for_each(|(h, v)| *h = h.wrapping_add(v));
    }
    let bytes: Vec<u8> = h.into_iter().flat_map(u32::to_be_bytes).collect();
    bytes.try_into().expect("32 bytes")
}

/// Browsers run the script of the page only if its digest is the one that the page states.
#[test]
fn the_page_allows_its_script() {
    let known = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";
    assert_eq!(BASE64_STANDARD.encode(sha256("abc")), known);
    let page = page(HIDATO);
    let script = page.split("<script>").nth(1).and_then(|rest| rest.split("</script>").next());
    let digest = BASE64_STANDARD.encode(sha256(script.expect("a script")));
    assert!(page.contains(&format!("script-src 'sha256-{digest}'")));
    assert!(script.is_some_and(|script| script.contains("ArrowRight")));
    for word in ["rel=\"next\"", "rel=\"prev\""] {
        assert_eq!(page.matches(word).count(), page.matches("<section ").count(), "{word}");
    }
}

/// Every shared element of the pictures is defined once.
#[test]
fn pictures_use_elements_of_the_page() {
    for text in [HIDATO, LINK, SQUARE] {
        let page = page(text);
        let mut used: Vec<&str> = page
            .split("href=\"#")
            .skip(1)
            .map(|rest| rest.split('"').next().expect("a name"))
            .collect();
        used.sort_unstable();
        used.dedup();
        for name in used {
            assert_eq!(page.matches(&format!(" id=\"{name}\"")).count(), 1, "{name}");
        }
        assert!(page.len() < 300_000, "{}", page.len());
    }
}

/// An assumption has a picture of its own, with the cell of the contradiction and the deductions that led there.
#[test]
fn assumptions_are_drawn_with_the_cell_that_fails() {
    let square = "puzzle: futoshiki\n\n.   .   .   .   .\n^   -   -   -   -\n.   .   .   . > .\n-   -   -   -   -\n.   . > .   .   .\n-   v   -   -   ^\n. > .   .   .   .\n-   -   -   v   -\n.   .   1   .   .\n";
    let hidato = "puzzle: hidato\n\n1 . . . .\n. . . . .\n. . 12 . .\n. . . . .\n25 . . . 19\n";
    let mut drawn = 0;
    for text in [square, hidato, HIDATO, LINK, SQUARE] {
        let page = page(text);
        let sections = page.matches("<section ").count();
        for section in (0..sections).map(|i| section(&page, i)) {
            let supposed = section.matches("<figcaption>Suppose ").count();
            assert_eq!(section.matches("<figcaption>So:").count(), usize::from(supposed > 0));
            assert_eq!(section.matches("<svg ").count(), 1 + supposed);
            drawn += section.matches("fill-opacity=\"0.25\"").count();
        }
    }
    assert!(drawn > 0, "no cell that fails is marked");
}

/// Lines have the colours of their paths as soon as these are known, and the index states where.
#[test]
fn paths_have_the_colours_of_their_labels() {
    let page = page(LINK);
    let last = page.matches("<section ").count() - 1;
    let over = section(&page, last);
    for k in 0..5 {
        assert!(over.contains(&format!("stroke=\"var(--p{k})\"")), "{k}");
    }
    assert!(!over.contains("stroke=\"var(--found)\""));
    let index = page.split("<ol>").nth(1).expect("an index");
    assert!(index.contains(">draw ") && index.contains("-r"), "{index}");
}

/// The numbers of a cell are pencilled in, even if they are many: then as ranges.
#[test]
fn cells_of_many_numbers_have_ranges() {
    let open = "puzzle: hidato\n\n1 . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . 25\n";
    let page = page(open);
    assert!(page.contains("-23</text>"), "{page}");
}
