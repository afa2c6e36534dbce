"""Makes pages of the site from Jupyter notebooks, with their text, their code and the results that are stored in
them."""
import base64
import json
import re

SIGNS = {"sigma": "σ", "mu": "μ", "epsilon": "ε", "approx": "≈", "le": "≤"}


def formula(match):
    """Returns a short formula of TeX as HTML. Throws if it has a command that SIGNS lacks."""
    text = re.sub(r"\\frac\{(.*?)\}\{(.*?)\}", r"\1/\2 ", match[1])
    text = re.sub(r"\\([a-z]+)", lambda command: SIGNS[command[1]], text)
    text = text.replace("<", "&lt;").replace("-", "−")
    text = re.sub(r"_(?:\{(.*?)\}|(\w))", lambda index: f"<sub>{index[1] or index[2]}</sub>", text)
    return re.sub(r"(?<![\w<&/])([A-Za-zσμε])(?![\w;>])", r"<i>\1</i>", text)


def results(cell, write_picture):
    """Yields the results of a code cell as Markdown."""
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        if "image/png" in data:
            yield f"![Figure drawn by the code above]({write_picture(base64.b64decode(data['image/png']))})\n"
        else:
            text = "".join(output.get("text") or data["text/plain"])
            yield f"```{{.text .result}}\n{text.rstrip()}\n```\n"


def page(path, stage):
    """Returns a notebook as Markdown, and writes its pictures into the folder `stage`."""
    count = 0

    def write_picture(png):
        nonlocal count
        count += 1
        name = f"{path.stem}-{count}.png"
        (stage / name).write_bytes(png)
        return name

    parts = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(re.sub(r"\$(.+?)\$", formula, text, flags=re.S) + "\n")
            if len(parts) == 1:
                parts.append(f"[Download this notebook]({path.name}), which runs in minutes on two cores.\n")
        else:
            parts += [f"```python\n{text}\n```\n", *results(cell, write_picture)]
    return "\n".join(parts)
