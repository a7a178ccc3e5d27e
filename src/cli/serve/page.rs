//! The files of the page, as they are in `web/page`: modules need no bundling where a server hands them out.

/// Modules by their names in `web/page`, with their contents.
macro_rules! modules {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../../../web/page/", $name)))),*] };
}

/// The modules: name, content.
const FILES: [(&str, &str); 39] = modules! {
    "app.js"
    "ask/ask.js"
    "ask/step-bar.js"
    "ask/steps.js"
    "board/acts.js"
    "board/board.js"
    "board/keyboard.js"
    "board/keypad.js"
    "board/names.js"
    "board/picture.js"
    "board/pointer.js"
    "board/tools.js"
    "dom.js"
    "engine.js"
    "main.js"
    "open/new-board.js"
    "open/opening.js"
    "open/pack.js"
    "play/answer.js"
    "play/judge.js"
    "play/keep.js"
    "play/panel.js"
    "play/paths.js"
    "play/player.js"
    "puzzle/geometry.js"
    "puzzle/history.js"
    "puzzle/model.js"
    "puzzle/symmetry.js"
    "share/booklet.js"
    "share/files.js"
    "share/links.js"
    "share/take.js"
    "studio/board-panel.js"
    "studio/findings.js"
    "studio/live.js"
    "studio/make.js"
    "studio/shelf.js"
    "view.js"
    "words.js"
};
const PAGE: &str = include_str!("../../../web/page/index.html");
const STYLE: &str = concat!(
    include_str!("../../../web/page/style.css"),
    include_str!("../../../web/page/board.css")
);

/// The page may load its own modules, query this server, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; \
                      img-src data: blob:; form-action 'none'; base-uri 'none'";

/// A file by its name: its type and its content. `base` is the address that links to the page begin with; empty for
/// that of this server.
pub(crate) fn file(name: &str, base: &str) -> Option<(&'static str, String)> {
    const SCRIPT: &str = "text/javascript; charset=utf-8";
    match name {
        "" => Some(("text/html; charset=utf-8", page(base))),
        _ => {
            let (_, content) = FILES.iter().find(|(known, _)| *known == name)?;
            Some((SCRIPT, (*content).to_string()))
        }
    }
}

/// The page itself: its engine is this server.
fn page(base: &str) -> String {
    let parts = [
        ("{{csp}}", POLICY),
        ("{{engine}}", "native"),
        ("{{base}}", base),
        ("{{style}}", STYLE),
        ("{{worker}}", ""),
        ("{{wasm}}", ""),
        ("<script>{{script}}</script>", "<script type=\"module\" src=\"main.js\"></script>"),
    ];
    parts.iter().fold(PAGE.to_string(), |page, (name, content)| page.replacen(name, content, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every module that another one imports is there, and the page has no part left over.
    #[test]
    fn the_page_is_whole() {
        let (_, page) = file("", "https://example.org/clew.html").expect("the page");
        assert!(!page.contains("{{"));
        for (name, _) in FILES {
            let (_, content) = file(name, "").expect("a module");
            let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
            for line in content.lines().filter(|line| line.starts_with("import ")) {
                let wanted = line.split('"').nth(1).expect("a name in quotation marks");
                let wanted = match (wanted.strip_prefix("./"), wanted.strip_prefix("../")) {
                    (Some(own), _) if folder.is_empty() => own.to_string(),
                    (Some(own), _) => format!("{folder}/{own}"),
                    (_, Some(other)) => other.to_string(),
                    _ => panic!("{name}: {line}"),
                };
                assert!(file(&wanted, "").is_some(), "{name}: {line}");
            }
        }
        assert!(file("../Cargo.toml", "").is_none());
    }
}
