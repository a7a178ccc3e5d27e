//! Output of pictures: as SVG, PNG or PDF, to one file, several files, or standard output.

use crate::cli::batch::status::Status;
use crate::cli::draw::args::{DrawArgs, PictureForm};
use crate::cli::io::{output, stderr};
use std::path::{Path, PathBuf};

/// The destination and the form of pictures.
pub(crate) struct Target {
    pub form: PictureForm,
    path: PathBuf,
}

impl Target {
    /// The target that the command line requests.
    ///
    /// # Errors
    /// In words, if this program cannot write the form.
    pub fn new(args: &DrawArgs) -> Result<Target, String> {
        let path = args.output.clone().unwrap_or_else(|| PathBuf::from("-"));
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_lowercase();
        let form = match (args.to, &*ending) {
            (Some(form), _) => form,
            (None, "png") => PictureForm::Png,
            (None, "pdf") => PictureForm::Pdf,
            (None, "svg" | "") => PictureForm::Svg,
            (None, other) => {
                let other = crate::cli::safe(other);
                return Err(format!(
                    "a picture has the ending .svg, .png or .pdf, not .{other}; --to svg writes one \
                     whatever the ending is"
                ));
            }
        };
        if form != PictureForm::Svg && !cfg!(feature = "pictures") {
            return Err("PNG and PDF are not in this build of clew; it has them after \
                        `cargo install --path . --features pictures`"
                .into());
        }
        Ok(Target { form, path })
    }

    /// Warns about characters of a text that are drawn as empty boxes.
    pub fn look_at_letters(&self, text: &str) {
        let mut missing: Vec<char> = text.chars().filter(|c| !self.can_draw(*c)).collect();
        missing.sort_unstable();
        missing.dedup();
        if !missing.is_empty() {
            let shown: String = missing.into_iter().take(20).collect();
            stderr::line(format_args!(
                "warning: no letters for {}: they are empty boxes; SVG pictures have them",
                crate::cli::safe(&shown)
            ));
        }
    }

    fn can_draw(&self, c: char) -> bool {
        #[cfg(feature = "pictures")]
        if self.form != PictureForm::Svg {
            return clew::report::picture::has_letter(c);
        }
        let _ = c;
        true
    }

    /// Writes pages, of which there is at least one; returns the status.
    ///
    /// # Errors
    /// In words, if they cannot be written to their destination.
    pub fn write(&self, pages: &[String], status: Status) -> Result<Status, String> {
        let files = match (self.form, pages) {
            (PictureForm::Svg, _) => pages.iter().map(|page| page.clone().into_bytes()).collect(),
            _ => converted(self.form, pages)?,
        };
        let [file] = &files[..] else {
            if output::is_standard(&self.path) {
                return Err(format!(
                    "{} pictures do not go to standard output: name a file with -o, or a PDF; --sheet 2x3 \
                     puts many on a page",
                    files.len()
                ));
            }
            if std::fs::metadata(&self.path).is_ok_and(|place| !place.is_file() && !place.is_dir())
            {
                let shown = crate::cli::shown(&self.path);
                return Err(format!(
                    "{} pictures do not go to {shown}, which is no file",
                    files.len()
                ));
            }
            for (i, file) in files.iter().enumerate() {
                let done = output::write(&numbered(&self.path, i + 1), file, status);
                if done == Status::Unwritten {
                    return Ok(done);
                }
            }
            return Ok(status);
        };
        Ok(output::write(&self.path, file, status))
    }
}

/// The files that hold these pages.
#[cfg(feature = "pictures")]
fn converted(form: PictureForm, pages: &[String]) -> Result<Vec<Vec<u8>>, String> {
    use clew::report::picture;
    match form {
        PictureForm::Pdf => Ok(vec![picture::pdf(pages)?]),
        _ => pages.iter().map(|page| picture::png(page)).collect(),
    }
    .map_err(|why: String| format!("the picture cannot be made: {why}"))
}

#[cfg(not(feature = "pictures"))]
fn converted(_form: PictureForm, _pages: &[String]) -> Result<Vec<Vec<u8>>, String> {
    unreachable!("a target of such a form is refused")
}

/// The name of the file for a page.
fn numbered(path: &Path, page: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|e| format!(".{}", e.to_string_lossy()));
    path.with_file_name(format!("{stem}-{page}{}", ending.unwrap_or_default()))
}
