import FilmgateTestKit
import Foundation

/// A HEIC picture of tiles, as phones make them, whose tiles do not cover it. Each tile is the picture of `plain.heic`.
///
/// - Parameter scale: how many times as wide and high as its only tile the picture claims to be.
func gridHEIF(scale: Int) async throws -> [UInt8] {
    let source = try await SampleMedia.formats.appending(path: "plain.heic")
    let target = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).heic")
    defer { try? FileManager.default.removeItem(at: target) }
    let run = try ChildProcess.run(["/usr/bin/python3", "-c", script, source.path, target.path, String(scale)])
    guard run.code == 0 else { throw GridFailure(message: run.output) }
    return [UInt8](try Data(contentsOf: target))
}

private struct GridFailure: Error { let message: String }

private let script = """
    import struct, sys
    whole = open(sys.argv[1], "rb").read()

    def boxes(content, offset):
        while offset < len(content):
            size, kind = struct.unpack(">I4s", content[offset:offset + 8])
            yield kind, content[offset:offset + size]
            offset += size

    def box(kind, content):
        return struct.pack(">I4s", 8 + len(content), kind) + content

    def full(kind, version, content):
        return box(kind, struct.pack(">I", version << 24) + content)

    meta = dict(boxes(whole, 0))[b"meta"]
    parts = dict(boxes(meta, 12))
    properties = dict(boxes(dict(boxes(parts[b"iprp"], 8))[b"ipco"], 8))
    # The first item has one extent: four bytes for offset and length, none or four for the base; from version 1 on, a method before.
    location = parts[b"iloc"]
    base = location[13] >> 4
    head = 16 + (4 if location[8] == 0 else 6)
    place = head + base + 2
    offset, size = struct.unpack(">II", location[place:place + 8])
    offset += int.from_bytes(location[head:head + base], "big")
    tile = whole[offset:offset + size]
    assert len(tile) == size > 100
    width, height = (side * int(sys.argv[3]) for side in struct.unpack(">II", properties[b"ispe"][12:20]))

    def described(place):
        items = [full(b"infe", 2, struct.pack(">HH4s", number, 0, kind) + b"\\0")
                 for number, kind in [(1, b"hvc1"), (2, b"grid")]]
        grid = struct.pack(">BBBBHH", 0, 0, 0, 0, width, height)
        known = properties[b"hvcC"] + properties[b"ispe"] + full(b"ispe", 0, struct.pack(">II", width, height))
        return full(b"meta", 0, b"".join([
            full(b"hdlr", 0, bytes(4) + b"pict" + bytes(13)), full(b"pitm", 0, struct.pack(">H", 2)),
            full(b"iinf", 0, struct.pack(">H", 2) + b"".join(items)),
            full(b"iref", 0, box(b"dimg", struct.pack(">HHH", 2, 1, 1))),
            box(b"iprp", box(b"ipco", known) + full(b"ipma", 0, struct.pack(">IHBBBHBB", 2, 1, 2, 0x81, 2, 2, 1, 3))),
            full(b"iloc", 1, b"\\x44\\x00" + struct.pack(
                ">HHHHHIIHHHHII", 2, 1, 0, 0, 1, place, len(tile), 2, 1, 0, 1, 0, len(grid))),
            box(b"idat", grid)]))

    kind = box(b"ftyp", b"heic" + bytes(4) + b"mif1heic")
    content = kind + described(len(kind) + len(described(0)) + 8) + box(b"mdat", tile)
    open(sys.argv[2], "wb").write(content)
    """
