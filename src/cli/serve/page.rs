//! The files of the page, as they are in `web/page`: modules need no bundling where a server hands them out.

/// The modules: name, content.
const FILES: [(&str, &str); 16] = [
    ("app.js", include_str!("../../../web/page/app.js")),
    ("ask.js", include_str!("../../../web/page/ask.js")),
    ("board.js", include_str!("../../../web/page/board.js")),
    ("dialogs.js", include_str!("../../../web/page/dialogs.js")),
    ("engine.js", include_str!("../../../web/page/engine.js")),
    ("findings.js", include_str!("../../../web/page/findings.js")),
    ("geometry.js", include_str!("../../../web/page/geometry.js")),
    ("input.js", include_str!("../../../web/page/input.js")),
    ("live.js", include_str!("../../../web/page/live.js")),
    ("main.js", include_str!("../../../web/page/main.js")),
    ("make.js", include_str!("../../../web/page/make.js")),
    ("model.js", include_str!("../../../web/page/model.js")),
    ("play.js", include_str!("../../../web/page/play.js")),
    ("steps.js", include_str!("../../../web/page/steps.js")),
    ("take.js", include_str!("../../../web/page/take.js")),
    ("words.js", include_str!("../../../web/page/words.js")),
];
const PAGE: &str = include_str!("../../../web/page/index.html");
const STYLE: &str = include_str!("../../../web/page/style.css");

/// The page may load its own modules, query this server, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; \
                      img-src data:; form-action 'none'; base-uri 'none'";

/// A file by its name: its type and its content.
pub(crate) fn file(name: &str) -> Option<(&'static str, String)> {
    const SCRIPT: &str = "text/javascript; charset=utf-8";
    match name {
        "" => Some(("text/html; charset=utf-8", page())),
        _ => {
            let (_, content) = FILES.iter().find(|(known, _)| *known == name)?;
            Some((SCRIPT, (*content).to_string()))
        }
    }
}

/// The page itself: its engine is this server.
fn page() -> String {
    let parts = [
        ("{{csp}}", POLICY),
        ("{{engine}}", "native"),
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
        let (_, page) = file("").expect("the page");
        assert!(!page.contains("{{"));
        for (name, _) in FILES {
            let (_, content) = file(name).expect("a module");
            for line in content.lines().filter(|line| line.starts_with("import ")) {
                let wanted = line.split("\"./").nth(1).and_then(|rest| rest.split('"').next());
                assert!(wanted.is_some_and(|wanted| file(wanted).is_some()), "{name}: {line}");
            }
        }
        assert!(file("../Cargo.toml").is_none());
    }
}
