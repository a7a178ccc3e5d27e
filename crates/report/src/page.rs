//! Parts of HTML pages: each page is one file that needs no network and no external style, in light and dark.

use super::svg::escape;
use super::table::{Cell, Cells};
use std::fmt::Write;

/// The style sheet common to all pages.
pub const STYLE: &str = "\
:root{color-scheme:light dark}
body{font:17px/1.5 system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:1rem}
svg{display:block;max-width:100%;height:auto;margin:1rem 0;border-radius:4px}
h1{font-size:1.4rem}h2{font-size:1.1rem}";

/// The head of a page up to the start of its body. `script` is the hash of the only script that may
/// run, if there is one.
pub fn head(title: &str, style: &str, script: Option<&str>) -> String {
    let script = script.map_or(String::new(), |hash| format!("; script-src 'sha256-{hash}'"));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'{script}\">\n<title>{}</title>\n<style>\n{STYLE}\n{style}\n</style>\n\
         </head>\n<body>\n",
        escape(title)
    )
}

/// Digits in groups of three.
pub fn grouped(n: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", n.abs());
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let mut out = String::new();
    for (i, c) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(c);
    }
    let sign = if n < 0.0 { "-" } else { "" };
    if rest.is_empty() { format!("{sign}{out}") } else { format!("{sign}{out}.{rest}") }
}

/// A table. The first column contains text; every row has as many cells as the head.
pub fn table(Cells { head, rows }: &Cells) -> String {
    let mut out = String::from("<div class=\"wide\"><table>\n<thead><tr>");
    for (i, name) in head.iter().enumerate() {
        // Heads are aligned with their numbers.
        let is_text = rows.first().is_none_or(|row| matches!(row.get(i), Some(Cell::Text(_))));
        let class = if is_text { "" } else { " class=\"n\"" };
        let _ = write!(out, "<th scope=\"col\"{class}>{}</th>", escape(name));
    }
    out += "</tr></thead>\n<tbody>\n";
    for row in rows {
        out += "<tr>";
        for cell in row {
            let _ = match cell {
                Cell::Text(text) => write!(out, "<td>{}</td>", escape(text)),
                Cell::Number(n, digits) => {
                    write!(out, "<td class=\"n\" data-v=\"{n}\">{}</td>", grouped(*n, *digits))
                }
                Cell::Share(share) => write!(
                    out,
                    "<td class=\"n bar\" data-v=\"{share}\" style=\"--w:{:.1}%\">{:.1}&nbsp;%</td>",
                    100.0 * share.clamp(0.0, 1.0),
                    100.0 * share
                ),
                Cell::Weighted(n, share) => write!(
                    out,
                    "<td class=\"n bar\" data-v=\"{n}\" style=\"--w:{:.1}%\">{}</td>",
                    100.0 * share.clamp(0.0, 1.0),
                    grouped(*n as f64, 0)
                ),
                Cell::Nothing => write!(out, "<td class=\"n\" data-v=\"-1\">&ndash;</td>"),
            };
        }
        out += "</tr>\n";
    }
    out + "</tbody></table></div>\n"
}

/// A bar chart: names below, as SVG that takes its colours from the page.
pub fn bars(title: &str, bars: &[(String, u64)]) -> String {
    let most = bars.iter().map(|b| b.1).max().unwrap_or(0).max(1) as f64;
    let step = (640.0 / bars.len().max(1) as f64).min(60.0);
    let width = step * bars.len() as f64 + 10.0;
    let mut out = format!(
        "<figure><svg viewBox=\"0 0 {width:.0} 150\" width=\"{width:.0}\" role=\"img\" class=\"chart\">\
         <title>{}</title>\n",
        escape(title)
    );
    for (i, (name, n)) in bars.iter().enumerate() {
        let (x, height) = (5.0 + step * i as f64, 110.0 * *n as f64 / most);
        let middle = x + step / 2.0;
        let _ = write!(
            out,
            "<rect class=\"fill\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>{}: \
             {n}</title></rect>",
            x + 1.0,
            125.0 - height,
            (step - 2.0).max(1.0),
            escape(name)
        );
        if step >= 22.0 {
            let _ = writeln!(
                out,
                "<text x=\"{middle:.1}\" y=\"138\" class=\"tick\">{}</text>\
                 <text x=\"{middle:.1}\" y=\"{:.1}\" class=\"tick\">{}</text>",
                escape(name),
                121.0 - height,
                short(*n as f64)
            );
        }
    }
    let _ = writeln!(out, "</svg><figcaption>{}</figcaption></figure>", escape(title));
    out
}

/// A number in few characters: 12, 3.4k, 5M.
pub fn short(n: f64) -> String {
    match n.abs() {
        m if m >= 1e9 => format!("{:.0}G", n / 1e9),
        m if m >= 1e7 => format!("{:.0}M", n / 1e6),
        m if m >= 1e6 => format!("{:.1}M", n / 1e6),
        m if m >= 1e4 => format!("{:.0}k", n / 1e3),
        m if m >= 1e3 => format!("{:.1}k", n / 1e3),
        m if m >= 10.0 || n.fract() == 0.0 => format!("{n:.0}"),
        m if m >= 1.0 => format!("{n:.1}"),
        m if m >= 0.01 => format!("{n:.2}"),
        _ => format!("{n:.0e}"),
    }
}

/// Lines over a common axis.
pub struct Chart<'a> {
    /// The title of the chart.
    pub title: &'a str,
    /// The title of the horizontal axis, with its unit.
    pub x: &'a str,
    /// The lines: a name, and points in order.
    pub lines: Vec<(String, Vec<(f64, f64)>)>,
    /// Vertical marks: a position and a name.
    pub marks: Vec<(f64, String)>,
    /// Whether both axes are logarithmic; points that are not positive are left out then.
    pub logarithmic: bool,
    /// Points as dots, not joined.
    pub dots: bool,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 8.0;
const BOTTOM: f64 = 30.0;
const TOP: f64 = 10.0;
/// Colours of lines, which the style sheet numbers from 0.
const COLOURS: usize = 6;

/// The range of an axis: in powers of ten, if it is logarithmic.
struct Axis {
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Axis {
    /// An axis for all these values, at least one: from 0, or in whole powers of ten.
    fn over(values: impl Iterator<Item = f64>, logarithmic: bool) -> Axis {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let scaled = values.map(|v| if logarithmic { v.log10() } else { v });
        scaled.for_each(|v| (low, high) = (low.min(v), high.max(v)));
        let low = if logarithmic { low.floor() } else { low.min(0.0) };
        let high = if logarithmic { high.ceil() } else { high };
        Axis { low, high: if high > low { high } else { low + 1.0 }, logarithmic }
    }

    /// The position of a value, as a share of the axis.
    fn share(&self, value: f64) -> f64 {
        let scaled = if self.logarithmic { value.log10() } else { value };
        (scaled - self.low) / (self.high - self.low)
    }

    /// Values to write next to the axis.
    fn ticks(&self) -> Vec<f64> {
        ticks(self.low, self.high, self.logarithmic)
    }
}

/// The two axes of a chart, and the positions of values in the picture.
struct Axes {
    x: Axis,
    y: Axis,
}

impl Axes {
    fn x(&self, value: f64) -> f64 {
        LEFT + self.x.share(value) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - self.y.share(value) * (HEIGHT - BOTTOM - TOP)
    }

    /// The numbers next to the ticks.
    fn write_ticks(&self, out: &mut String) {
        for v in self.x.ticks() {
            let _ = writeln!(
                out,
                "<text class=\"tick\" x=\"{:.1}\" y=\"{:.0}\">{}</text>",
                // The last one would be cut off at the edge.
                self.x(v).min(WIDTH - 14.0),
                HEIGHT - BOTTOM + 14.0,
                short(v)
            );
        }
        for v in self.y.ticks() {
            let _ = writeln!(
                out,
                "<text class=\"tick end\" x=\"{:.0}\" y=\"{:.1}\">{}</text>",
                LEFT - 4.0,
                self.y(v) + 4.0,
                short(v)
            );
        }
    }
}

impl Chart<'_> {
    /// The picture, which takes its colours from the page; empty if there are no points.
    pub fn svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|(_, points)| self.shown(points));
        if points().next().is_none() {
            return String::new();
        }
        let axes = Axes {
            x: Axis::over(points().map(|p| p.0), self.logarithmic),
            y: Axis::over(points().map(|p| p.1), self.logarithmic),
        };
        let mut out = format!(
            "<figure><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" role=\"img\" class=\"chart\">\
             <title>{}</title>\n<path class=\"axis\" d=\"M{LEFT} {TOP}V{:.0}H{WIDTH}\"/>\n",
            escape(self.title),
            HEIGHT - BOTTOM
        );
        axes.write_ticks(&mut out);
        for (x, name) in &self.marks {
            let _ = writeln!(
                out,
                "<path class=\"mark\" d=\"M{0:.1} {TOP}V{1:.0}\"><title>{2}</title></path>",
                axes.x(*x),
                HEIGHT - BOTTOM,
                escape(name)
            );
        }
        for (i, (name, points)) in self.lines.iter().enumerate() {
            let places = self.shown(points).map(|p| (axes.x(p.0), axes.y(p.1)));
            if self.dots {
                write_dots(&mut out, i % COLOURS, places);
            } else {
                write_line(&mut out, i % COLOURS, name, places);
            }
        }
        let _ = writeln!(
            out,
            "<text class=\"tick end\" x=\"{:.0}\" y=\"{:.0}\">{}</text>\n</svg><figcaption>{} {}</figcaption>\
             </figure>",
            WIDTH - 2.0,
            HEIGHT - 3.0,
            escape(self.x),
            escape(self.title),
            self.key()
        );
        out
    }

    /// The points that have a place on the axes.
    fn shown<'p>(&self, points: &'p [(f64, f64)]) -> impl Iterator<Item = &'p (f64, f64)> {
        let all = !self.logarithmic;
        points.iter().filter(move |p| all || (p.0 > 0.0 && p.1 > 0.0))
    }

    /// The legend of the lines' colours.
    fn key(&self) -> String {
        let names = self.lines.iter().map(|(name, _)| escape(name)).enumerate();
        let keys =
            names.map(|(i, name)| format!("<span class=\"key k{}\">{name}</span>", i % COLOURS));
        keys.collect::<Vec<String>>().join(" ")
    }
}

fn write_dots(out: &mut String, colour: usize, places: impl Iterator<Item = (f64, f64)>) {
    for (x, y) in places {
        let _ =
            write!(out, "<circle class=\"dot c{colour}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>");
    }
}

fn write_line(
    out: &mut String,
    colour: usize,
    name: &str,
    places: impl Iterator<Item = (f64, f64)>,
) {
    let mut path = String::new();
    for (k, (x, y)) in places.enumerate() {
        let _ = write!(path, "{}{x:.1} {y:.1}", if k == 0 { "M" } else { "L" });
    }
    let _ = writeln!(
        out,
        "<path class=\"line c{colour}\" d=\"{path}\"><title>{}</title></path>",
        escape(name)
    );
}

/// Values to write next to an axis.
fn ticks(low: f64, high: f64, logarithmic: bool) -> Vec<f64> {
    if logarithmic {
        let step = ((high - low) / 6.0).ceil().max(1.0) as usize;
        return (low as i32..=high as i32).step_by(step).map(|e| 10f64.powi(e)).collect();
    }
    let raw = (high - low) / 5.0;
    let unit = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * unit).into_iter().find(|&s| s >= raw);
    let step = step.unwrap_or(raw);
    let first = (low / step).ceil() as i64;
    (first..).map(|i| i as f64 * step).take_while(|&v| v <= high + step * 1e-9).take(12).collect()
}

/// The style sheet of charts and tables.
pub const CHARTS: &str = "\
:root{--ink:#222;--faint:#8a8a8a;--fill:#2f74b5;--bar:#2f74b533;--line:#d0d0d0;--c0:#2f74b5;--c1:#c2410c;\
--c2:#2e7d4f;--c3:#7b4fb0;--c4:#b8860b;--c5:#5a6673}
@media (prefers-color-scheme:dark){:root{--ink:#e8e8e8;--faint:#9a9a9a;--fill:#7db4e8;--bar:#7db4e844;\
--line:#444;--c0:#7db4e8;--c1:#f0976a;--c2:#74c796;--c3:#bd9bea;--c4:#e3bd55;--c5:#a9b4c0}}
table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums;min-width:100%}
th,td{padding:.2rem .5rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th.n{text-align:right}th{position:sticky;top:0;background:Canvas;white-space:nowrap}
.n{text-align:right;white-space:nowrap}
.bar{min-width:5.5rem;background:linear-gradient(to left,var(--bar) var(--w),transparent var(--w))}
.wide{overflow-x:auto;margin:.8rem 0}
figure{margin:1rem 0;overflow-x:auto}figcaption{font-size:.85rem;color:var(--faint)}
.chart{border-radius:0;margin:0}
.chart text{font:11px system-ui,sans-serif;fill:var(--faint);text-anchor:middle}.chart text.end{text-anchor:end}
.chart .fill{fill:var(--fill)}.chart .axis{fill:none;stroke:var(--line)}
.chart .mark{stroke:var(--faint);stroke-dasharray:3 3}
.line{fill:none;stroke-width:1.8}
.c0{stroke:var(--c0)}.c1{stroke:var(--c1)}.c2{stroke:var(--c2)}.c3{stroke:var(--c3)}.c4{stroke:var(--c4)}\
.c5{stroke:var(--c5)}
.dot{fill:none;stroke-width:1.6}
.key{padding-left:.3rem;border-left:.8rem solid;margin-right:.6rem}
.k0{border-color:var(--c0)}.k1{border-color:var(--c1)}.k2{border-color:var(--c2)}.k3{border-color:var(--c3)}\
.k4{border-color:var(--c4)}.k5{border-color:var(--c5)}
dt{font-weight:600}dd{margin:0 0 .4rem}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_grouped() {
        assert_eq!(grouped(1_234_567.891, 1), "1\u{202f}234\u{202f}567.9");
        assert_eq!(
            [short(999.0), short(12_300.0), short(0.25), short(0.0), short(0.0004)],
            ["999", "12k", "0.25", "0", "4e-4"]
        );
    }

    #[test]
    fn ticks_lie_within() {
        let t = ticks(0.0, 37.0, false);
        assert!(t.len() >= 3 && t.iter().all(|v| (0.0..=37.0).contains(v)), "{t:?}");
        assert_eq!(ticks(0.0, 3.0, true), [1.0, 10.0, 100.0, 1000.0]);
    }

    #[test]
    fn what_is_from_outside_is_escaped() {
        let text = table(&Cells::new(["a<b"], [vec![Cell::Text("<script>".into())]]));
        assert!(!text.contains("<script>") && text.contains("&lt;script&gt;"));
        assert!(head("<x>", "", None).contains("&lt;x&gt;"));
    }
}
