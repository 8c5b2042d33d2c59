"""CIEDE2000 and the simulation of red-green blindness, written for these tests from the published definitions.

- sRGB to CIE XYZ (D65): IEC 61966-2-1. CIE L*a*b*: CIE 15:2004.
- CIEDE2000: G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000 color-difference formula: implementation notes,
  supplementary test data, and mathematical observations", Color Research and Application 30 (2005) 21-30.
- Protanopia and deuteranopia: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for
  simulation of color vision deficiency", IEEE TVCG 15 (2009) 1291-1298, severity 1, on linear RGB.
"""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]

VISIONS: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
_WHITE = tuple(sum(row) for row in _XYZ)


def difference(one: Triple, other: Triple, vision: str = "normal") -> float:
    """CIEDE2000 of two sRGB colours (parts 0..1) as seen with a kind of vision."""
    return ciede2000(lab(seen(one, vision)), lab(seen(other, vision)))


def seen(rgb: Triple, vision: str) -> Triple:
    """Linear RGB of what is seen, clipped to the gamut."""
    linear = tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb)
    red, green, blue = (min(max(part, 0.0), 1.0) for part in _times(VISIONS[vision], linear))
    return red, green, blue


def lab(linear: Triple) -> Triple:
    x, y, z = (_root(part / white) for part, white in zip(_times(_XYZ, linear), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Triple, other: Triple) -> float:
    grey = _far((hypot(*one[1:]) + hypot(*other[1:])) / 2)
    (l1, c1, h1), (l2, c2, h2) = (_polar(colour, 1 + (1 - grey) / 2) for colour in (one, other))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    weight = 1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6) - 0.2 * _cos(4 * hue - 63)
    d_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    d_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    d_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    rotation = -2 * _far(chroma) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(d_light**2 + d_chroma**2 + d_hue**2 + rotation * d_chroma * d_hue)


def _polar(colour: Triple, stretch: float) -> Triple:
    light, a, b = colour[0], colour[1] * stretch, colour[2]
    return light, hypot(a, b), degrees(atan2(b, a)) % 360


def _far(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25**7))


def _cos(angle: float) -> float:
    return cos(radians(angle))


def _root(share: float) -> float:
    return share ** (1 / 3) if share > (6 / 29) ** 3 else share * (29 / 6) ** 2 / 3 + 4 / 29


def _times(matrix, vector):
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
