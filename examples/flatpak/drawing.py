"""Draws an evening by the sea as a PNG file."""
import random

import gi
gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf, GLib

WIDTH, HEIGHT = 640, 480
HORIZON, SUN = 288, 72          # rows from the top; the sun's radius


def _between(first, last, part):
    return bytes(round(one + (other - one) * part) for one, other in zip(first, last))


def _sky(row, dusk):
    """Returns a row of the sky, with the setting sun in the middle."""
    air = _between((38, 84, 124), (244, 162, 89), min(1, row / HORIZON * dusk))
    height = HORIZON - row
    half = int((SUN * SUN - height * height) ** 0.5) if height < SUN else 0
    side = WIDTH // 2 - half
    return air * side + bytes((255, 243, 176)) * (2 * half) + air * side


def _sea(row, chance):
    """Returns a row of the sea, with sunlight on some waves."""
    water = _between((44, 95, 138), (12, 33, 62), (row - HORIZON) / (HEIGHT - HORIZON))
    half = chance.randrange(SUN) if row % 4 == 0 else 0
    side = WIDTH // 2 - half
    return water * side + bytes((255, 243, 176)) * (2 * half) + water * side


def png():
    """Returns the bytes of the file; each picture is different."""
    chance = random.Random()
    dusk = chance.uniform(0.7, 1.3)
    rows = [_sky(row, dusk) if row < HORIZON else _sea(row, chance) for row in range(HEIGHT)]

    picture = GdkPixbuf.Pixbuf.new_from_bytes(
        GLib.Bytes.new(b"".join(rows)), GdkPixbuf.Colorspace.RGB, False, 8, WIDTH, HEIGHT, 3 * WIDTH)
    return picture.save_to_bufferv("png", [], [])[1]
