"""Writes the Markdown pages of the site (tools/site) into a folder: pages.py FOLDER GPUBUCK

The guides keep their places in the project, so that their links remain correct. Files that they link to are copied,
too. References are made from the sources: C++ from the XML of Doxygen, Python from docstrings, JavaScript from its
types, commands from their help. Notebooks become pages with their results."""
import ast
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import notebooks

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**/*.md", "src/README.md", "shaders/README.md",
          "tests/README.md", "src/javascript/package/README.md"]


def linked(text):
    """Returns the paths of the files that a page links to."""
    found = re.findall(r"\]\(([^)\s#]+)[^)]*\)", text) + re.findall(r'(?:src|href)="([^"#]+)"', text)
    return [path for path in found if not re.match(r"\w+:", path)]


def spaced(text):
    """Returns a page with a blank line before each list, which the site needs and GitHub does not."""
    lines, is_code = [], False
    for line in text.split("\n"):
        if line.startswith("```"):
            is_code = not is_code
        is_item = re.match(r"(- |\d+\. )", line)
        if is_item and not is_code and lines and lines[-1].strip() and not re.match(r"(- |\d+\. |  )", lines[-1]):
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


def copy_guides(stage):
    for pattern in GUIDES:
        for page in sorted(ROOT.glob(pattern)):
            text = page.read_text(encoding="utf-8")
            for path in linked(text):
                target = (page.parent / path).resolve()
                place = stage / target.relative_to(ROOT)
                if target.is_file() and target.suffix != ".md" and not place.exists():
                    place.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(target, place)
                elif target.is_dir():  # a static site cannot list a folder
                    text = re.sub(rf"\[([^\]]*)\]\({re.escape(path)}\)", r"\1", text)
            text = re.sub(r"\((notebooks/[\w-]+)\.ipynb\)", r"(\1.md)", text)
            write(stage / page.relative_to(ROOT), spaced(text))


def copy_notebooks(stage):
    stage.mkdir(parents=True, exist_ok=True)
    for path in sorted((ROOT / "docs/notebooks").glob("*.ipynb")):
        write(stage / f"{path.stem}.md", spaced(notebooks.page(path, stage)))


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def code(text, language=""):
    return f"```{language}\n{text.rstrip()}\n```\n"


def commands(gpubuck):
    """Returns the help of the program and of each command."""
    def help_of(*words):
        return subprocess.run([gpubuck, *words, "--help"], capture_output=True, text=True, check=True).stdout

    top = help_of()
    names = re.findall(r"^  ([a-z]+) +\S", top.split("Subcommands:")[1], re.M)
    parts = ["# Help of the commands\n", "As `gpubuck COMMAND --help` prints it. [Commands](../docs/commands.md) "
             "explains them with examples.\n", code(top)]
    for name in names:
        parts += [f"## {name}\n", code(help_of(name))]
    return "\n".join(parts)


def prose(docstring):
    """Returns a docstring in the style of NumPy as Markdown. The titles of sections are bold, and their entries are
    lists."""
    first, *rest = re.split(r"^(\w[\w ]*)\n-{3,}\n", docstring, flags=re.M)
    parts = [first.strip().replace("<", "&lt;")]
    for title, body in zip(rest[::2], rest[1::2]):
        parts.append(f"**{title}**")
        if title == "Examples":
            parts.append(code(body.strip(), "python"))
            continue
        for entry in re.split(r"\n(?=\S)", body.strip()):
            name, _, text = entry.partition("\n")
            words = " ".join(text.split()).replace("<", "&lt;")
            parts.append(f"- `{name}`: {words}" if words else f"- {name}")
    return "\n\n".join(parts)


def signature(node):
    """Returns the first line of a Python function or class, without its body."""
    text = ast.unparse(node)
    lines = text.split("\n")
    end = next(k for k, line in enumerate(lines) if re.match(r"\s*(def|class|async def) ", line))
    return lines[end].rstrip(":")


def python_members(node, level):
    parts = []
    for k, each in enumerate(node.body):
        if isinstance(each, ast.AnnAssign) and k + 1 < len(node.body):  # a field, and below it its docstring
            below = node.body[k + 1]
            if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                parts.append(f"`{ast.unparse(each)}`  \n{prose(below.value.value)}\n")
        elif isinstance(each, ast.FunctionDef) and ast.get_docstring(each) and each.name[0] != "_":
            parts += [f"{'#' * level} {node.name}.{each.name}\n", code(signature(each), "python"),
                      prose(ast.get_docstring(each)) + "\n"]
    return parts


def python():
    """Returns the reference of the module's public names, in alphabetical order."""
    folder = ROOT / "src/python/gpubuck"
    module = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    public = next(ast.literal_eval(each.value) for each in module.body
                  if isinstance(each, ast.Assign) and each.targets[0].id == "__all__")
    found = {}
    for path in sorted([*folder.glob("*.py"), *folder.glob("*.pyi")]):
        for each in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(each, (ast.ClassDef, ast.FunctionDef)) and each.name in public:
                found.setdefault(each.name, each)
    parts = ["# Python\n", "The module `gpubuck`. [The guide](../docs/python.md) has examples.\n",
             prose(ast.get_docstring(module)) + "\n"]
    for name in sorted(found):
        node = found[name]
        parts += [f"## {name}\n", code(signature(node), "python")]
        if ast.get_docstring(node):
            parts.append(prose(ast.get_docstring(node)) + "\n")
        if isinstance(node, ast.ClassDef):
            constructor = next((each for each in node.body if getattr(each, "name", "") == "__init__"), None)
            if constructor is not None and ast.get_docstring(constructor):
                parts += [code(signature(constructor), "python"), prose(ast.get_docstring(constructor)) + "\n"]
            parts += python_members(node, 3)
    for name, of in (("Measurement", "a fluid at one step"), ("SpeciesMeasurement", "a species of the fluid")):
        parts += [f"## {name}\n", f"A named tuple of the [observables](../docs/observables.md) of {of}, made from the "
                  "table of the program. `help` shows its fields.\n"]
    return "\n".join(parts)


def comment_text(comment):
    """Returns the text of a JSDoc comment as Markdown, with one line per paragraph or item."""
    text = re.sub(r"^ *(/\*\*|\*(?!/)) ?|\*/$", "", comment or "", flags=re.M).strip()
    text = re.sub(r"(?<=\S)\n(?! *- |\n) *", " ", text)
    words = text.split("`")
    return "`".join(word if k % 2 else escaped(word) for k, word in enumerate(words))


def javascript():
    """Returns the reference of the module's types: the description and the members of each type, with their
    comments."""
    doc = r"(?:(?P<doc>/\*\*(?:(?!\*/).)*\*/)\s*)?"
    declaration = re.compile(doc + r"export (?P<head>(?:\w+ )?(?:class|interface|type|function) (?P<name>\w+)[^{;\n]*)"
                             r"(?:\{\n(?P<body>.*?)\n\}|(?P<rest>.*?(?:;|\{\})\n))", re.S)
    member = re.compile(r"\s*" + doc + r"(?P<text>(?!/\*)\S.*?);(?=\n|$)", re.S)
    parts = ["# JavaScript\n", "The types of the npm package `gpubuck`. [The guide](../docs/web.md) has examples.\n"]
    for file, title in (("gpubuck.d.ts", "The module"), ("async.d.ts", "Calls in a worker"),
                        ("element.d.ts", "The element gpubuck-fluid")):
        text = (ROOT / "src/javascript/package" / file).read_text(encoding="utf-8")
        parts.append(f"## {title}\n")
        for match in declaration.finditer(text):
            parts += [f"### {match['name']}\n", spaced(comment_text(match["doc"])) + "\n"]
            if match["body"] is None or "extends" in match["head"]:
                parts.append(code(match["head"] + (match["rest"] or ""), "typescript"))
            for each in member.finditer(match["body"] or ""):
                line, about = " ".join(each["text"].split()), comment_text(each["doc"])
                if "(" not in line:
                    parts.append((f"- `{line}`" + (f": {about}" if about else "")).replace("\n\n", "\n\n    "))
                elif "constructor" not in line:
                    parts.append("\n" + code(line, "typescript") + "\n" + about + "\n")
            parts.append("")
    return "\n".join(parts)


def plain(element):
    """Returns the text of a description of Doxygen, with one line per paragraph."""
    if element is None:
        return ""
    return "\n\n".join(" ".join("".join(each.itertext()).split()) for each in element.findall("para"))


def described(element):
    kinds = ("briefdescription", "detaileddescription", "inbodydescription")
    return "\n\n".join(filter(None, (plain(element.find(kind)) for kind in kinds)))


def escaped(text):
    return re.sub(r"([<>*_\[\]])", r"\\\1", text)


def typed(text):
    """Returns C++ as gpubuck writes it: Doxygen puts blanks into brackets and before references."""
    text = re.sub(r" >", ">", " ".join(text.split()).replace("< ", "<"))
    return re.sub(r" ([&*]+)(?=\w)", r"\1 ", text).replace(" &", "&").replace(" *", "*")


def parameter(element):
    parts = [element.find(name) for name in ("type", "declname")]
    words = [typed("".join(each.itertext())) for each in parts if each is not None]
    default = element.findtext("defval")
    return " ".join(words) + (f" = {typed(default)}" if default else "")


def member(element):
    """Returns the declaration of a member. In a long declaration, each parameter has its own line."""
    definition = typed(element.findtext("definition") or element.findtext("name"))
    values = [each.findtext("name") for each in element.findall("enumvalue")]
    if values:
        return f"enum class {element.findtext('name')} {{ {', '.join(values)} }}"
    definition = re.sub(r"\bgpubuck::(\w+(<\w+>)?::)*(?=\w+$)", "", definition)
    arguments = element.findtext("argsstring") or ""
    if element.get("kind") != "function":
        return definition + arguments + re.sub(r"^= *", " = ", element.findtext("initializer") or "")
    parameters, end = [parameter(each) for each in element.findall("param")], arguments[arguments.rindex(")"):]
    line = f"{definition}({', '.join(parameters)}{end}"
    return line if len(line) <= 80 else f"{definition}(\n    " + ",\n    ".join(parameters) + end


def members(name, elements):
    """Returns the members of a class: data members as a list, and functions with headings."""
    parts = [f"- `{member(each)}`" + (f": {escaped(text)}" if (text := described(each)) else "")
             for each in elements if each.get("kind") == "variable"]
    parts = ["\n".join(parts) + "\n"] if parts else []
    shown = ""
    for each in elements:
        if each.get("kind") == "variable":
            continue
        if each.findtext("name") != shown:
            shown = each.findtext("name")
            parts.append(f"### {escaped(name + '::' if name else '')}{escaped(shown)}\n")
        parts += [code(member(each), "cpp"), escaped(described(each)) + "\n"]
    return parts


def is_shown(element):
    """Returns whether the reference shows a member. It shows all public members, with or without a comment, except
    members whose comment begins with "For the library", and constructors, destructors and operators without a
    comment."""
    text, name = described(element), element.findtext("name")
    is_made = name.startswith(("~", "operator")) or not element.findtext("type")
    return element.get("prot") == "public" and not text.startswith("For the library") and (text or not is_made)


def cpp():
    """Returns the public classes and functions of the headers."""
    folder = ROOT / "build/site-cpp/xml"
    parts = ["# C++\n", "The public headers, `#include <gpubuck/gpubuck.h>`. [The guide](../docs/library.md) has "
             "examples.\n"]
    compounds = []
    for path in sorted(folder.glob("*.xml")):
        definition = ElementTree.parse(path).getroot().find("compounddef")
        if definition is not None and definition.get("kind") in ("class", "struct", "namespace"):
            name = definition.findtext("compoundname")
            is_hidden = definition.get("prot") == "private" or "detail" in name or "@" in name
            if name.startswith("gpubuck") and not is_hidden:
                compounds.append((definition.get("kind") == "namespace", name, definition))
    for is_namespace, name, definition in sorted(compounds, key=lambda each: each[:2]):
        found = [each for each in definition.iter("memberdef") if is_shown(each)]
        if not found:
            continue
        parts.append(f"## {escaped(name)}{': functions and types' if is_namespace else ''}\n")
        parts.append(escaped(described(definition)) + "\n")
        parts += members("" if is_namespace else name.split("::")[-1], found)
    return "\n".join(parts)


def main(stage, gpubuck):
    copy_guides(stage)
    shutil.copytree(ROOT / "docs", stage / "docs", dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.md", "*.csv"))
    copy_notebooks(stage / "docs/notebooks")
    for name in ("site.css", "site.js"):
        write(stage / "assets" / name, (ROOT / "tools/site_builder" / name).read_text(encoding="utf-8"))
    references = {"commands": commands(gpubuck), "python": python(), "javascript": javascript(), "cpp": cpp()}
    for name, text in references.items():
        write(stage / f"reference/{name}.md", text)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2])
