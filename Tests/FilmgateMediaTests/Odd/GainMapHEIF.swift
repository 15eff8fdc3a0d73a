import FilmgateTestKit
import Foundation

/// A HEIC or AVIF picture of 256 x 128 pixels with a gain map of 128 x 64 as an item.
struct GainMapHEIF {
    enum Kind: String {
        /// A gain map of ISO 21496-1, with these numbers.
        case toneMap = "tmap"
        /// Apple's gain map, with this Exif of the picture, or with this XMP of its own.
        case exif = "Exif"
        case xmp = "mime"
    }

    let bytes: [UInt8]
    /// The gain map in RGBA as libheif's own program shows it, turned like the picture.
    let shown: [UInt8]

    /// - Parameters:
    ///   - payload: the data of the item that describes how to apply the gain map.
    ///   - format: `heic` or `avif`.
    ///   - isTurned: whether the picture, but not the gain map, is marked as turned to the left.
    init(_ kind: Kind, _ payload: [UInt8], _ format: String = "heic", isTurned: Bool = false) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-gain-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(payload).write(to: folder.appending(path: "payload"))
        let script = """
            cd "$0"
            ffmpeg -nostdin -v error -f lavfi -i testsrc=s=256x128 -frames:v 1 -pix_fmt rgb24 picture.png
            ramp=color=s=128x64,format=gray,geq=lum=X+2*Y
            ffmpeg -nostdin -v error -f lavfi -i "$ramp" -frames:v 1 -pix_fmt gray map.png
            heif-enc -q 90 $1 picture.png -o picture >/dev/null 2>&1
            heif-enc -q 90 $1 map.png -o map >/dev/null 2>&1
            heif-convert map shown.png >/dev/null
            """
        let encoder = ["/bin/sh", "-e", "-c", script, folder.path, format == "avif" ? "-A" : ""]
        let writer = ["/usr/bin/python3", "-c", writing, folder.path, kind.rawValue, isTurned ? "turned" : ""]
        for command in [encoder, writer] {
            let run = try ChildProcess.run(command)
            guard run.code == 0 else { throw ClientFailure("no gain map: \(run.output)") }
        }
        bytes = [UInt8](try Data(contentsOf: folder.appending(path: "joined")))
        shown = try decodedByFFmpeg(
            folder.appending(path: "shown.png"), filter: isTurned ? "transpose=cclock" : "null")
    }
}

private let writing = #"""
    import os, struct, sys
    os.chdir(sys.argv[1])
    kind = sys.argv[2].encode()
    payload = open("payload", "rb").read()

    def boxes(content, offset):
        while offset < len(content):
            size, name = struct.unpack(">I4s", content[offset:offset + 8])
            yield name, content[offset:offset + size]
            offset += size

    def box(name, content):
        return struct.pack(">I4s", 8 + len(content), name) + content

    def full(name, content, version=0, flags=0):
        return box(name, struct.pack(">I", version << 24 | flags) + content)

    # The properties and the data of the only item.
    def picture(path):
        whole = open(path, "rb").read()
        parts = dict(boxes(dict(boxes(whole, 0))[b"meta"], 12))
        location = parts[b"iloc"]
        width = location[13] >> 4
        offset, size = struct.unpack(">II", location[22 + width:30 + width])
        offset += int.from_bytes(location[20:20 + width], "big")
        properties = boxes(dict(boxes(parts[b"iprp"], 8))[b"ipco"], 8)
        return [content for _, content in properties], whole[offset:offset + size]

    (first, pixels), (second, map_pixels) = picture("picture"), picture("map")
    properties = first + second
    codec = next(content[4:8] for content in first if content[4:8] in (b"hvcC", b"av1C"))
    coded = {b"hvcC": b"hvc1", b"av1C": b"av01"}[codec]
    linked = {1: list(range(1, len(first) + 1)), 2: list(range(len(first) + 1, len(properties) + 1))}
    items = {1: (coded, 0, pixels), 2: (coded, 1, map_pixels), 3: (kind, 0, payload)}
    if sys.argv[3] == "turned":
        properties.append(box(b"irot", b"\x01"))
        linked[1].append(len(properties))
    if kind == b"tmap":
        references = [(b"dimg", 3, [1, 2])]
    else:
        properties.append(full(b"auxC", b"urn:com:apple:photo:2020:aux:hdrgainmap\0"))
        linked[2].append(len(properties))
        references = [(b"auxl", 2, [1]), (b"cdsc", 3, [1 if kind == b"Exif" else 2])]

    def described(start):
        places, entries, data = b"", b"", b""
        for key, (name, flags, content) in sorted(items.items()):
            text = b"application/rdf+xml\0\0" if name == b"mime" else b""
            entries += full(b"infe", struct.pack(">HH", key, 0) + name + b"\0" + text, 2, flags)
            places += struct.pack(">HHHII", key, 0, 1, start + len(data), len(content))
            data += content
        links = b"".join(struct.pack(">HB", key, len(value)) + bytes(value) for key, value in sorted(linked.items()))
        linking = b"".join(box(name, struct.pack(">HH%dH" % len(to), source, len(to), *to))
            for name, source, to in references)
        return full(b"meta", full(b"hdlr", bytes(4) + b"pict" + bytes(13)) + full(b"pitm", struct.pack(">H", 1))
            + full(b"iloc", b"\x44\x00" + struct.pack(">H", len(items)) + places)
            + full(b"iinf", struct.pack(">H", len(items)) + entries)
            + box(b"iprp", box(b"ipco", b"".join(properties)) + full(b"ipma", struct.pack(">I", len(linked)) + links))
            + full(b"iref", linking)), data

    start = box(b"ftyp", (b"heic" if coded == b"hvc1" else b"avif") + bytes(4) + b"mif1")
    table, data = described(len(start) + len(described(0)[0]) + 8)
    open("joined", "wb").write(start + table + box(b"mdat", data))
    """#
