//! Pictures as PNG and PDF, converted from SVG.

use super::svg::letters;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::collections::HashMap;
use svg2pdf::ConversionOptions;

/// The most pixels of a PNG; each takes four bytes until it is written.
const MAX_PIXELS: f64 = 100e6;
/// Points of a PDF (72 an inch) in a pixel (96 an inch).
const POINTS: f32 = 0.75;

/// Whether the fonts have a letter for a character; others become empty boxes.
pub fn has_letter(c: char) -> bool {
    letters::known(c)
}

fn tree(svg: &str) -> Result<Tree, String> {
    let options = Options { fontdb: letters::fonts(), ..Options::default() };
    Tree::from_str(svg, &options).map_err(|error| error.to_string())
}

/// A picture as PNG, of the size in pixels that the SVG states.
///
/// # Errors
/// In words, if it would have too many pixels.
pub fn png(svg: &str) -> Result<Vec<u8>, String> {
    let tree = tree(svg)?;
    let (width, height) = (tree.size().width().round(), tree.size().height().round());
    let (width, height) = (width.max(1.0), height.max(1.0));
    let large = || {
        let most = MAX_PIXELS / 1e6;
        format!("it would have {width} x {height} pixels, and {most} million are the most")
    };
    if f64::from(width) * f64::from(height) > MAX_PIXELS {
        return Err(large());
    }
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or_else(large)?;
    let (across, down) = (width / tree.size().width(), height / tree.size().height());
    resvg::render(&tree, Transform::from_scale(across, down), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

/// Pictures as a PDF, one page per picture, of the size that the SVG states; 96 of its pixels are an inch. Text is
/// text, in fonts that are part of the file.
///
/// # Errors
/// In words, if a picture cannot be converted.
pub fn pdf(pages: &[String]) -> Result<Vec<u8>, String> {
    let mut last = Ref::new(1);
    let (catalog, list) = (last.bump(), last.bump());
    let picture = Name(b"P");
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(list);
    let mut ids = Vec::new();
    for svg in pages {
        let tree = tree(svg)?;
        let (width, height) = (tree.size().width() * POINTS, tree.size().height() * POINTS);
        let (chunk, drawn) = svg2pdf::to_chunk(&tree, ConversionOptions::default())
            .map_err(|error| error.to_string())?;
        let (id, content) = (last.bump(), last.bump());
        // The chunk numbers its objects from 1, as every chunk does.
        let mut renamed = HashMap::new();
        let chunk = chunk.renumber(|old| *renamed.entry(old).or_insert_with(|| last.bump()));
        let drawn = renamed[&drawn];
        let mut page = pdf.page(id);
        page.media_box(Rect::new(0.0, 0.0, width, height)).parent(list).contents(content);
        page.resources().x_objects().pair(picture, drawn);
        page.finish();
        let mut draw = Content::new();
        draw.transform([width, 0.0, 0.0, height, 0.0, 0.0]).x_object(picture);
        pdf.stream(content, &draw.finish());
        pdf.extend(&chunk);
        ids.push(id);
    }
    let count = i32::try_from(ids.len()).map_err(|_| "it has too many pages".to_string())?;
    pdf.pages(list).kids(ids).count(count);
    Ok(pdf.finish())
}
