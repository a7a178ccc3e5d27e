//! The fonts of pictures that are not SVG, so that they look the same everywhere.
//!
//! They are a part of Roboto (Google, 2015; Apache licence 2.0, which lies next to the files):
//! Latin, Greek and Cyrillic letters, digits and signs, without hints and kerning.

use resvg::usvg::fontdb::{Database, Source};
use std::sync::{Arc, OnceLock};
use ttf_parser::Face;

static REGULAR: &[u8] = include_bytes!("letters/Roboto-Regular-subset.ttf");
static BOLD: &[u8] = include_bytes!("letters/Roboto-Bold-subset.ttf");

/// The fonts available to pictures: these alone, for every family that a picture names.
pub fn fonts() -> Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let load = || {
        let mut fonts = Database::new();
        for font in [REGULAR, BOLD] {
            fonts.load_font_source(Source::Binary(Arc::new(font)));
        }
        fonts.set_sans_serif_family("Roboto");
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

/// Whether the fonts have a letter for a character.
pub fn known(c: char) -> bool {
    static FACE: OnceLock<Face<'static>> = OnceLock::new();
    let face = FACE.get_or_init(|| {
        Face::parse(REGULAR, 0).expect("the font that comes with the program is whole")
    });
    face.glyph_index(c).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_several_scripts_are_there() {
        assert!("Az09äßőΩжЯ€…".chars().all(known) && !known('漢'));
        assert_eq!(fonts().len(), 2);
    }
}
