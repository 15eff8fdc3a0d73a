"""An evening by the sea, as a PNG file."""
import random
import struct
import zlib

WIDTH, HEIGHT = 640, 480
HORIZON, SUN = 288, 72          # rows from the top; the sun's radius


def _between(first, last, part):
    return bytes(round(one + (other - one) * part) for one, other in zip(first, last))


def _sky(row, dusk):
    """A row of the sky, with the sun going down in its middle."""
    air = _between((38, 84, 124), (244, 162, 89), min(1, row / HORIZON * dusk))
    height = HORIZON - row
    half = int((SUN * SUN - height * height) ** 0.5) if height < SUN else 0
    side = WIDTH // 2 - half
    return air * side + bytes((255, 243, 176)) * (2 * half) + air * side


def _sea(row, chance):
    """A row of the sea, with the sun's light on some of its waves."""
    water = _between((44, 95, 138), (12, 33, 62), (row - HORIZON) / (HEIGHT - HORIZON))
    half = chance.randrange(SUN) if row % 4 == 0 else 0
    side = WIDTH // 2 - half
    return water * side + bytes((255, 243, 176)) * (2 * half) + water * side


def png():
    """The bytes of the file; no two are the same."""
    chance = random.Random()
    dusk = chance.uniform(0.7, 1.3)
    rows = [_sky(row, dusk) if row < HORIZON else _sea(row, chance) for row in range(HEIGHT)]

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)      # 8 bits each of red, green and blue
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
