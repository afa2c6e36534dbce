"""Fails if a link of a built site names a file, or a place of a page, that does not exist: links.py FOLDER"""
import html.parser
import pathlib
import re
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """Collects the links of a page, with their line numbers, and the names that are targets of links."""

    def __init__(self, text):
        super().__init__()
        self.links, self.names = [], {""}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name"):
                self.names.add(value)
            elif name in ("href", "src") and value and tag != "base":
                self.links.append((self.getpos()[0], value))


def faults(root):
    """Yields a line for each link that leads nowhere. Addresses of other sites are not looked up."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(root.rglob("*.html"))}
    for path, page in pages.items():
        for line, link in page.links:
            if re.match(r"[a-z]+:|//", link):
                continue
            parts = urllib.parse.urlsplit(link)
            target = path
            if parts.path:
                start = root if parts.path.startswith("/") else path.parent
                target = (start / urllib.parse.unquote(parts.path).lstrip("/")).resolve()
            if target.is_dir():
                target = target / "index.html"
            place = f"{path.relative_to(root)}:{line}: {link}"
            if not target.exists():
                yield f"{place}: no such file"
            elif target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].names:
                yield f"{place}: no such place in the page"


if __name__ == "__main__":
    found = list(faults(pathlib.Path(sys.argv[1]).resolve()))
    print("\n".join(found) or "Every link leads somewhere.")
    sys.exit(bool(found))
