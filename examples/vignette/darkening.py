"""Darkens the corners of pictures."""
import gi
gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf, GLib

SIDE = 64       # of the mask, in pixels


def opened(content):
    """Returns the picture in a file's bytes, upright. Raises GLib.Error if GdkPixbuf cannot read it."""
    loader = GdkPixbuf.PixbufLoader()
    loader.write(content)
    loader.close()
    picture = loader.get_pixbuf()
    upright = picture.apply_embedded_orientation()
    picture.copy_options(upright)
    return upright


def darkened(picture, strength):
    """Returns the picture with dark corners; a strength of 1 makes them black, 0 leaves it as it is."""
    result = picture.copy()
    picture.copy_options(result)
    width, height = result.get_width(), result.get_height()
    # A small mask, stretched over the picture.
    _mask(strength).composite(
        result, 0, 0, width, height, 0, 0, width / SIDE, height / SIDE, GdkPixbuf.InterpType.BILINEAR, 255)
    return result


def _mask(strength):
    """Returns black pixels that are more opaque the farther they are from the center."""
    def opacity(column, row):
        x, y = (2 * place / (SIDE - 1) - 1 for place in (column, row))
        return round(255 * strength * min(1, max(0, (x * x + y * y - 0.5) / 1.5)))

    pixels = b"".join(bytes((0, 0, 0, opacity(column, row))) for row in range(SIDE) for column in range(SIDE))
    return GdkPixbuf.Pixbuf.new_from_bytes(
        GLib.Bytes.new(pixels), GdkPixbuf.Colorspace.RGB, True, 8, SIDE, SIDE, 4 * SIDE)


def jpeg(picture):
    """Returns the bytes of a file, with the color profile of the original."""
    keys, values = ["quality"], ["95"]
    profile = picture.get_option("icc-profile")
    if profile:
        keys, values = keys + ["icc-profile"], values + [profile]
    return picture.save_to_bufferv("jpeg", keys, values)[1]


def render(content, strength):
    """Returns the bytes of the edited file."""
    return jpeg(darkened(opened(content), strength))
