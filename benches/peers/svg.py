"""Writes SVG by hand: the few shapes that the plots need."""

from html import escape

FONT = "font-family=\"Helvetica, Arial, sans-serif\""
INK, GREY, FAINT = "#1f2328", "#6e7781", "#e4e7eb"


def text(x, y, words, size=11, colour=INK, anchor="start", weight="normal"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" '
            f'text-anchor="{anchor}" font-weight="{weight}">{escape(words)}</text>')


def line(x1, y1, x2, y2, colour=FAINT, width=1.0, dash=""):
    dash = f' stroke-dasharray="{dash}"' if dash else ""
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke="{colour}" stroke-width="{width}"{dash}/>')


def rectangle(x, y, width, height, colour):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}"/>'


def path(points, colour, width=1.8):
    route = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{route}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def marker(shape, x, y, colour, size=3.6):
    """A circle, square, triangle or diamond with a white rim, so that crowds stay readable."""
    look = f'fill="{colour}" stroke="#ffffff" stroke-width="0.7"'
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" {look}/>'
    s = size
    corners = {
        "square": [(-s, -s), (s, -s), (s, s), (-s, s)],
        "triangle": [(0, -1.2 * s), (1.1 * s, 0.9 * s), (-1.1 * s, 0.9 * s)],
        "diamond": [(0, -1.3 * s), (1.3 * s, 0), (0, 1.3 * s), (-1.3 * s, 0)],
    }[shape]
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return f'<polygon points="{points}" {look}/>'


def document(width, height, parts):
    """White behind it all, for pages that are dark."""
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" {FONT}>',
        rectangle(0, 0, width, height, "#ffffff"), *parts, "</svg>", ""])
