"""HTML that a notebook shows. All texts are escaped."""

from html import escape as escaped

_MONO = "font-family:monospace;white-space:pre-wrap;line-height:1.35;text-align:left"


def code(text):
    """A text of MLIR."""
    return '<pre style="%s">%s</pre>' % (_MONO, escaped(text))


def difference(text):
    """A difference in the format of diff -u, with removed and added lines in colours for light and dark pages."""
    colours = {"-": "rgba(220,60,50,.18)", "+": "rgba(40,160,80,.18)"}
    rows = []
    for line in text.splitlines():
        if line.startswith(("--- ", "+++ ")):
            continue
        colour = colours.get(line[:1])
        rows.append('<div style="background:%s">%s</div>' % (colour, escaped(line)) if colour else "<div>%s</div>" % (escaped(line) or "&nbsp;"))
    return '<details open><summary>changes</summary><div style="%s">%s</div></details>' % (_MONO, "".join(rows))


def table(head, rows):
    """A table; numbers are on the right."""
    def cell(tag, value):
        right = isinstance(value, (int, float)) or str(value).replace(".", "").isdigit()
        return '<%s style="text-align:%s">%s</%s>' % (tag, "right" if right else "left", escaped(str(value)), tag)

    body = "".join("<tr>%s</tr>" % "".join(cell("td", v) for v in row) for row in rows)
    return "<table><tr>%s</tr>%s</table>" % ("".join("<th style=\"text-align:left\">%s</th>" % escaped(h) for h in head), body)


_COLUMNS = (("cycles", "cycles"), ("bytes", "bytes"), ("sectors", "sectors"), ("bank_cycles", "bank cycles"),
            ("shuffles", "shuffles"), ("barriers", "barriers"), ("instructions", "instructions"))


def lines(costs):
    """A table of the costs of lines, without the columns that are empty."""
    columns = [(key, title) for key, title in _COLUMNS if any(c.get(key) for c in costs)]
    if not columns:
        return ""
    rows = [[c["line"]] + ["%g" % round(c[key], 2) if c.get(key) else "" for key, _ in columns] + [c["text"]] for c in costs]
    return table(["line"] + [title for _, title in columns] + ["source"], rows)
