//! The colours of pictures.

use clew_puzzle::keywords;

/// The look of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Colours on white.
    #[default]
    Colour,
    /// Light colours on black.
    Dark,
    /// Black, grey and white, for printing.
    Mono,
    /// The colours of the page around the picture, light or dark as its reader prefers: names that only the style
    /// sheet [`Theme::page_style`] defines.
    Page,
}

impl Theme {
    /// The word of options.
    pub fn keyword(self) -> &'static str {
        match self {
            Theme::Colour => "colour",
            Theme::Dark => "dark",
            Theme::Mono => "mono",
            Theme::Page => "page",
        }
    }
}

keywords!(Theme, "theme", Theme::keyword, [Colour, Dark, Mono]);

/// The colours of a theme, and its replacements for colours.
#[derive(Debug)]
pub(super) struct Palette {
    /// The background.
    pub ground: &'static str,
    /// Outlines and text.
    pub ink: &'static str,
    /// The lines between cells.
    pub faint: &'static str,
    /// The ground of a cell whose number is given.
    pub given: &'static str,
    /// The ground of a cell in which solutions differ.
    pub open: &'static str,
    /// A place without a cell.
    pub hole: &'static str,
    /// The line of a hidato or continuous line.
    pub line: &'static str,
    /// The same behind numbers.
    pub pale: &'static str,
    /// Numbers that were found.
    pub found: &'static str,
    /// Parts of only the second of two solutions.
    pub second: &'static str,
    /// Row and column numbers, small remarks.
    pub quiet: &'static str,
    /// Text on a disc of a path's colour.
    pub on_disc: &'static str,
    /// The first colours of paths, chosen to be distinguishable on the ground and to carry text; none if all are
    /// black.
    paths: &'static [&'static str],
    /// Further ones, whose hues advance by the golden angle.
    further: Further,
}

/// An endless sequence of colours: their saturation and lightness, and the share by which the brightest hue is
/// darkened, so that text is as readable on yellow as on blue. In the notation of style sheets.
#[derive(Debug)]
struct Further {
    saturation: &'static str,
    lightness: [&'static str; 3],
    dim: &'static str,
}

impl Further {
    /// The colour of the k-th path.
    fn colour(&self, k: u32) -> String {
        let hue = (f64::from(k) * 137.508) as u32 % 360;
        let Further { saturation, lightness, dim } = self;
        let lightness = lightness[k as usize % lightness.len()];
        let bright = brightness(hue);
        let percent = lightness.strip_suffix('%').and_then(|percent| percent.parse::<f64>().ok());
        let lightness = match (percent, dim.parse::<f64>()) {
            (Some(percent), Ok(dim)) => format!("{:.1}%", percent * (1.0 - dim * bright)),
            // The value of a style sheet's variable is known only to the viewer.
            _ => format!("calc({lightness} * (1 - {dim} * {bright:.2}))"),
        };
        format!("hsl({hue}, {saturation}, {lightness})")
    }
}

/// The brightness of the purest colour of a hue, in degrees, from 0 (black) to 1 (white).
fn brightness(hue: u32) -> f64 {
    // Red, green and blue are strongest at 0, 120 and 240 degrees, and zero 120 degrees away.
    let part = |at: i32| {
        let away = (hue as i32 - at).rem_euclid(360);
        (2.0 - f64::from(away.min(360 - away)) / 60.0).clamp(0.0, 1.0)
    };
    0.2126 * part(0) + 0.7152 * part(120) + 0.0722 * part(240)
}

impl Theme {
    pub(super) fn palette(self) -> &'static Palette {
        match self {
            Theme::Colour => &COLOUR,
            Theme::Dark => &DARK,
            Theme::Mono => &MONO,
            Theme::Page => &PAGE,
        }
    }

    /// The style sheet that defines the colours of [`Theme::Page`], by day and by night.
    pub(crate) fn page_style() -> String {
        let list = |palette: &Palette| {
            let names = PAGE.all().zip(palette.all());
            names
                .filter_map(|(name, colour)| {
                    let name = name.strip_prefix("var(")?.strip_suffix(')')?;
                    Some(format!("{name}:{colour}"))
                })
                .collect::<Vec<_>>()
                .join(";")
        };
        format!(
            ":root{{{}}}\n@media (prefers-color-scheme:dark){{:root{{{}}}}}",
            list(&COLOUR),
            list(&DARK)
        )
    }
}

impl Palette {
    /// All colours, and the parts of colours, in a fixed order.
    fn all(&self) -> impl Iterator<Item = &'static str> {
        let Palette {
            ground, ink, faint, given, open, hole, line, pale, found, second, quiet, ..
        } = *self;
        let plain =
            [ground, ink, faint, given, open, hole, line, pale, found, second, quiet, self.on_disc];
        let Further { saturation, lightness, dim } = self.further;
        let further = [saturation, dim].into_iter().chain(lightness);
        plain.into_iter().chain(self.paths.iter().copied()).chain(further)
    }

    /// Whether paths are black, and patterns replace the other colours.
    pub(crate) fn is_mono(&self) -> bool {
        self.paths.is_empty()
    }

    /// The colour of the k-th path.
    pub fn path(&self, k: u32) -> String {
        if self.is_mono() {
            return self.ink.into();
        }
        self.paths.get(k as usize).map_or_else(|| self.further.colour(k), |c| (*c).into())
    }
}

static COLOUR: Palette = Palette {
    ground: "#ffffff",
    ink: "#222222",
    faint: "#b8b8b8",
    given: "#eee5cf",
    open: "#f7c9c0",
    hole: "#3d3d3d",
    line: "#2f74b5",
    pale: "#a9cdec",
    found: "#1d4f80",
    second: "#c2410c",
    quiet: "#777777",
    on_disc: "#ffffff",
    paths: &[
        "#d62f2f", "#2563c9", "#2a9147", "#d9720b", "#7b3fb0", "#0e8fa3", "#c2388f", "#7a5a2b",
        "#5b6770", "#94950f", "#16307a", "#8c1c3c",
    ],
    further: Further { saturation: "65%", lightness: ["46%", "37%", "53%"], dim: "0.5" },
};

static DARK: Palette = Palette {
    ground: "#17191d",
    ink: "#e8e8e8",
    faint: "#4b505a",
    given: "#4a4127",
    open: "#6b2c25",
    hole: "#6a707b",
    line: "#6db3f2",
    pale: "#2f5578",
    found: "#a9d3fb",
    second: "#ff9e64",
    quiet: "#9aa0a8",
    on_disc: "#101215",
    paths: &[
        "#ff6b6b", "#6ea8fe", "#5fd17a", "#ffa94d", "#c492ff", "#4dd0e1", "#f58ad0", "#cfa873",
        "#b3bdc7", "#dede52", "#98a2ff", "#ff9db5",
    ],
    further: Further { saturation: "70%", lightness: ["76%", "68%", "84%"], dim: "0.2" },
};

static MONO: Palette = Palette {
    ground: "#ffffff",
    ink: "#000000",
    faint: "#a8a8a8",
    given: "#e2e2e2",
    open: "#9a9a9a",
    hole: "#4a4a4a",
    line: "#000000",
    pale: "#c4c4c4",
    found: "#000000",
    second: "#000000",
    quiet: "#5c5c5c",
    on_disc: "#000000",
    paths: &[],
    further: Further { saturation: "0%", lightness: ["0%"; 3], dim: "0" },
};

static PAGE: Palette = Palette {
    ground: "var(--ground)",
    ink: "var(--ink)",
    faint: "var(--faint)",
    given: "var(--given)",
    open: "var(--open)",
    hole: "var(--hole)",
    line: "var(--line)",
    pale: "var(--pale)",
    found: "var(--found)",
    second: "var(--second)",
    quiet: "var(--quiet)",
    on_disc: "var(--on-disc)",
    paths: &[
        "var(--p0)",
        "var(--p1)",
        "var(--p2)",
        "var(--p3)",
        "var(--p4)",
        "var(--p5)",
        "var(--p6)",
        "var(--p7)",
        "var(--p8)",
        "var(--p9)",
        "var(--p10)",
        "var(--p11)",
    ],
    further: Further {
        saturation: "var(--further)",
        lightness: ["var(--f0)", "var(--f1)", "var(--f2)"],
        dim: "var(--dim)",
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The luminance of a colour like `#a0b1c2`, or `hsl(120, 65%, 41.5%)`, by the rules for readable pages (W3C, "Web
    /// Content Accessibility Guidelines 2.1", 2018).
    fn luminance(colour: &str) -> f64 {
        let linear =
            |c: f64| if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
        let rgb: Vec<f64> = match colour.strip_prefix('#') {
            Some(hex) => [0, 2, 4]
                .map(|i| f64::from(u8::from_str_radix(&hex[i..i + 2], 16).expect("hex")) / 255.0)
                .to_vec(),
            None => {
                let inner =
                    colour.trim_start_matches("hsl(").trim_end_matches(')').replace('%', "");
                let [h, s, l]: [f64; 3] = inner
                    .split(", ")
                    .map(|part| part.parse().expect("a number"))
                    .collect::<Vec<f64>>()
                    .try_into()
                    .expect("three");
                let (s, l) = (s / 100.0, l / 100.0);
                [0.0, 8.0, 4.0]
                    .map(|n| {
                        let k = (n + h / 30.0) % 12.0;
                        l - s * l.min(1.0 - l) * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)
                    })
                    .to_vec()
            }
        };
        0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2])
    }

    #[test]
    fn labels_can_be_read_on_every_colour() {
        for theme in [Theme::Colour, Theme::Dark] {
            let palette = theme.palette();
            let text = luminance(palette.on_disc);
            for k in 0..400 {
                let disc = luminance(&palette.path(k));
                let contrast = (disc.max(text) + 0.05) / (disc.min(text) + 0.05);
                assert!(contrast > 3.0, "{theme:?}, path {k}: {} {contrast:.2}", palette.path(k));
            }
        }
    }
}
