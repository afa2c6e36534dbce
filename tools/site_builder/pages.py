"""Writes the Markdown pages of the site (tools/site) into a folder: pages.py FOLDER GPUBUCK

The guides keep their places in the project, so that their links stay right; files that they link to are copied along.
References are made from the sources: C++ from the XML of Doxygen, Python from docstrings, JavaScript from its types,
commands from their help."""
import ast
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**/*.md", "src/README.md", "shaders/README.md",
          "tests/README.md", "src/javascript/package/README.md"]


def linked(text):
    """Returns the paths of the files that a page links to."""
    found = re.findall(r"\]\(([^)\s#]+)[^)]*\)", text) + re.findall(r'(?:src|href)="([^"#]+)"', text)
    return [path for path in found if not re.match(r"\w+:", path)]


def spaced(text):
    """Returns a page with a blank line before each list, which GitHub does not need."""
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
                elif target.is_dir():  # a static site lists no folders
                    text = re.sub(rf"\[([^\]]*)\]\({re.escape(path)}\)", r"\1", text)
            write(stage / page.relative_to(ROOT), spaced(text))


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
    """Returns a docstring in the style of NumPy as Markdown: sections as bold words, their entries as a list."""
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
        if isinstance(each, ast.AnnAssign) and k + 1 < len(node.body):  # a field, and the string below it
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
    return "\n".join(parts)


def javascript():
    """Returns the declarations of the module's types, each under its name."""
    parts = ["# JavaScript\n", "The types of the npm package `gpubuck`. [The guide](../docs/web.md) has examples.\n"]
    for file, title in (("gpubuck.d.ts", "The module"), ("element.d.ts", "The element gpubuck-fluid")):
        text = (ROOT / "src/javascript/package" / file).read_text(encoding="utf-8")
        parts.append(f"## {title}\n")
        pattern = r"(/\*\*(?:(?!\*/).)*\*/\n)?export (?:declare )?(?:\w+ )?(?:class|interface|type|function) (\w+)"
        starts = list(re.finditer(pattern, text, re.S))
        for match, after in zip(starts, [*(each.start() for each in starts[1:]), len(text)]):
            parts += [f"### {match[2]}\n", code(text[match.start():after], "typescript")]
    return "\n".join(parts)


def plain(element):
    """Returns the text of a description of Doxygen, a paragraph per line."""
    if element is None:
        return ""
    return "\n\n".join(" ".join("".join(each.itertext()).split()) for each in element.findall("para"))


def described(element):
    kinds = ("briefdescription", "detaileddescription", "inbodydescription")
    return "\n\n".join(filter(None, (plain(element.find(kind)) for kind in kinds)))


def escaped(text):
    return re.sub(r"([<>*_\[\]])", r"\\\1", text)


def member(element):
    definition = " ".join((element.findtext("definition") or element.findtext("name")).split())
    arguments = element.findtext("argsstring") or ""
    values = [each.findtext("name") for each in element.findall("enumvalue")]
    if values:
        return f"enum class {element.findtext('name')} {{ {', '.join(values)} }}"
    definition = re.sub(r"\bgpubuck::(\w+::)*(?=\w+$)", "", definition)
    return definition + arguments + re.sub(r"^= *", " = ", element.findtext("initializer") or "")


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
        members = [each for each in definition.iter("memberdef")
                   if each.get("prot") == "public" and (described(each) or not is_namespace)]
        if not members:
            continue
        parts.append(f"## {escaped(name)}{': functions and types' if is_namespace else ''}\n")
        parts.append(escaped(described(definition)) + "\n")
        for each in members:
            parts += [code(member(each), "cpp"), escaped(described(each)) + "\n"]
    return "\n".join(parts)


def main(stage, gpubuck):
    copy_guides(stage)
    shutil.copytree(ROOT / "docs", stage / "docs", dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.md", "*.csv"))
    references = {"commands": commands(gpubuck), "python": python(), "javascript": javascript(), "cpp": cpp()}
    for name, text in references.items():
        write(stage / f"reference/{name}.md", text)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2])
