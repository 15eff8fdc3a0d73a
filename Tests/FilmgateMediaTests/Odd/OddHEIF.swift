import FilmgateTestKit
import Foundation

/// HEIF and AVIF pictures with rare parts, or with parts that today's decoders skip but for which libheif 1.15 refuses
/// the whole file. All show the same picture, 64 x 64, and have a camera in Exif.
struct OddHEIF {
    enum Kind: String, CaseIterable {
        case plain
        /// As in files of iPhones since iOS 18: Exif that describes the picture and its tone map. The gain map may be
        /// an item.
        case toneMap = "tone-map"
        case toneMapWithGainMap = "tone-map-with-gain-map"
        case auxiliaryOfTwo = "auxiliary-of-two"
        case innerData = "inner-data"
        case overlay, identity, hidden
        case unknownColor = "unknown-color"
        case manyExtents = "many-extents"
        case itemWithoutData = "item-without-data"
        case pictureWithoutProperties = "picture-without-properties"
        case unassignedMetadata = "unassigned-metadata"
        /// Exif without the four bytes that state its offset, or with wrong ones.
        case exifWithoutOffset = "exif-without-offset"
        case exifWithWrongOffset = "exif-with-wrong-offset"
        case rubbish
        case shortRubbish = "short-rubbish"
        /// The last box has no length.
        case openEnd = "open-end"
        case otherBrand = "other-brand"
        /// Mirrored between left and right, and then turned.
        case mirrored, mirroredAndTurned = "mirrored-and-turned"
        /// A clean aperture outside of the picture.
        case farAperture = "far-aperture"
        /// An item that begins beyond any possible file.
        case farItem = "far-item"
        /// Data whose source has a number, and is the file itself.
        case ownSource = "own-source"
    }

    /// The picture in a file without oddities, as libheif's own program shows it.
    let shown: URL
    let file: URL
    private let folder: URL

    /// The ffmpeg filter that makes the expected picture from `shown`.
    let filter: String

    /// - Parameters:
    ///   - format: `heic` or `avif`.
    ///   - isDeep: whether it has 10 bits a sample, for which Debian's encoder supports only HEIC.
    init(_ kind: Kind, _ format: String, isDeep: Bool = false) throws {
        filter = [Kind.mirrored: "hflip", .mirroredAndTurned: "hflip,transpose=cclock"][kind] ?? "null"
        folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-odd-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        shown = folder.appending(path: "shown.png")
        file = folder.appending(path: "odd.\(format)")
        let plain = folder.appending(path: "plain.\(format)")
        let options = (format == "avif" ? ["-A"] : []) + (isDeep ? ["-b", "10"] : [])
        let encode = ["heif-enc", "-q", "90"] + options + [shown.path, "-o", plain.path]
        try OddHEIF.run([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64", "-frames:v", "1",
            "-pix_fmt", isDeep ? "rgb48be" : "rgb24", shown.path,
        ])
        for command in [encode, ["heif-convert", plain.path, shown.path]] {
            try OddHEIF.run(["sh", "-c", "\"$@\" >/dev/null 2>&1", "sh"] + command)
        }
        try OddHEIF.run(["/usr/bin/python3", "-c", script, plain.path, file.path, kind.rawValue])
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    private static func run(_ command: [String]) throws {
        let run = try ChildProcess.run(["/usr/bin/env"] + command)
        guard run.code == 0 else { throw ClientFailure("\(command.prefix(4)) failed: \(run.output)") }
    }
}

private let script = """
    import struct, sys
    whole = open(sys.argv[1], "rb").read()
    kind = sys.argv[3]

    def boxes(content, offset):
        while offset < len(content):
            size, name = struct.unpack(">I4s", content[offset:offset + 8])
            yield name, content[offset:offset + size]
            offset += size

    def box(name, content):
        return struct.pack(">I4s", 8 + len(content), name) + content

    def full(name, content, version=0, flags=0):
        return box(name, struct.pack(">I", version << 24 | flags) + content)

    meta = dict(boxes(whole, 0))[b"meta"]
    parts = dict(boxes(meta, 12))
    known = list(boxes(dict(boxes(parts[b"iprp"], 8))[b"ipco"], 8))
    codec = next(name for name, _ in known if name in (b"hvcC", b"av1C"))
    coded = {b"hvcC": b"hvc1", b"av1C": b"av01"}[codec]
    location = parts[b"iloc"]
    base = location[13] >> 4
    place = 16 + 4 + base + 2
    offset, size = struct.unpack(">II", location[place:place + 8])
    offset += int.from_bytes(location[20:20 + base], "big")
    picture = whole[offset:offset + size]
    ispe = next(content for name, content in known if name == b"ispe")
    width, height = struct.unpack(">II", ispe[12:20])
    exif = bytes(4) + b"MM\\0*" + struct.pack(
        ">IHHHIIHHIII", 8, 2, 0x110, 2, 6, 38, 0x132, 2, 20, 44, 0) + b"Odd 1\\0" + b"2024:05:01 12:00:00\\0"

    # name: (type, flags, data or None, 'file' or 'idat' or number of extents)
    items = {1: (coded, 0, picture, "file"), 2: (b"Exif", 0, exif, "file")}
    references = [(b"cdsc", 2, [1])]
    properties = [content for _, content in known]
    linked = {1: list(range(1, len(known) + 1))}
    primary, wide, brand, tail, last = 1, False, b"heic" if coded == b"hvc1" else b"avif", b"", None

    def gain(number, to):
        items[number] = (coded, 1, picture, "file")
        properties.append(full(b"auxC", b"urn:com:apple:photo:2020:aux:hdrgainmap\\0"))
        linked[number] = list(range(1, len(known) + 1)) + [len(properties)]
        references.append((b"auxl", number, to))

    if kind == "tone-map":
        items[900] = (b"tmap", 0, bytes(62), "file")
        references = [(b"cdsc", 2, [1, 900]), (b"dimg", 900, [1, 1])]
    elif kind == "tone-map-with-gain-map":
        wide = True
        gain(70000, [1, 70001])
        items[70001] = (b"tmap", 0, bytes(62), "idat")
        properties.append(box(b"colr", b"nclx" + struct.pack(">HHHB", 12, 16, 6, 0x80)))
        linked[70001] = [len(properties)]
        items[70002] = (b"mime", 0, b"<x/>", "file")
        references = [(b"dimg", 70001, [1, 70000])] + references[1:] + [(b"cdsc", 2, [70001, 1]), (b"cdsc", 70002, [70000, 70001])]
    elif kind == "auxiliary-of-two":
        gain(3, [1, 4])
        items[4] = (coded, 0, picture, "file")
        linked[4] = linked[1]
    elif kind == "inner-data":
        items[1] = (coded, 0, picture, "idat")
    elif kind == "overlay":
        items[1] = (coded, 1, picture, "file")
        items[3] = (b"iovl", 0, struct.pack(">BB4HHHhh", 0, 0, 0, 0, 0, 0, width, height, 0, 0), "idat")
        primary, linked[3] = 3, [len(properties) + 1]
        properties.append(ispe)
        references = [(b"cdsc", 2, [3]), (b"dimg", 3, [1])]
    elif kind == "identity":
        items[3] = (b"iden", 0, None, None)
        primary, linked[3] = 3, [len(properties) + 1]
        properties.append(ispe)
        references = [(b"cdsc", 2, [3]), (b"dimg", 3, [1])]
    elif kind == "hidden":
        items[1] = (coded, 1, picture, "file")
    elif kind == "unknown-color":
        properties.append(box(b"colr", b"nclc" + bytes(6)))
        linked[1].append(len(properties))
    elif kind == "many-extents":
        items[1] = (coded, 0, picture, 50)
    elif kind == "item-without-data":
        items[3] = (b"uri ", 0, None, None)
    elif kind == "picture-without-properties":
        items[3] = (coded, 0, picture, "file")
    elif kind == "unassigned-metadata":
        references = []
    elif kind == "exif-without-offset":
        items[2] = (b"Exif", 0, exif[4:], "file")
    elif kind == "exif-with-wrong-offset":
        items[2] = (b"Exif", 0, b"\\xff" + exif[1:], "file")
    elif kind.startswith("mirrored"):
        for property in [(b"imir", b"\\x01"), (b"irot", b"\\x01")][:2 if kind.endswith("turned") else 1]:
            properties.append(box(*property))
            linked[1].append(len(properties))
    elif kind == "far-aperture":
        properties.append(box(b"clap", struct.pack(">IIIIiIiI", 1, 1, 1, 1, -99, 1, -99, 1)))
        linked[1].append(len(properties))
    elif kind == "rubbish":
        tail = b"\\x7f\\xff rubbish"
    elif kind == "short-rubbish":
        tail = b"rub"
    elif kind == "open-end":
        last = 0
    elif kind == "other-brand":
        brand = b"MA1B"
    elif kind == "far-item":
        items[3] = (b"uri ", 0, b"", "far")

    def described(start):
        data, inner, places, entries = b"", b"", b"", b""
        number = (lambda value: struct.pack(">I", value)) if wide else (lambda value: struct.pack(">H", value))
        counted = 0
        for key, (name, flags, content, where) in sorted(items.items()):
            text = b"application/rdf+xml\\0\\0" if name == b"mime" else b""
            entries += full(b"infe", number(key) + bytes(2) + name + b"\\0" + text, 3 if wide else 2, flags)
            if content is None:
                continue
            counted += 1
            if where == "idat":
                extents = [(len(inner), len(content))]
                inner += content
            elif where == "far":
                extents = [(2 ** 63 - 1, 0)]
            else:
                count = where if isinstance(where, int) else 1
                step = -(-len(content) // count)
                extents = [(start + len(data) + at, len(content[at:at + step])) for at in range(0, len(content), step)]
                data += content
            places += number(key) + struct.pack(">HHH", int(where == "idat"), int(kind == "own-source"), len(extents))
            places += b"".join(struct.pack(">QQ" if kind == "far-item" else ">II", *extent) for extent in extents)
        links = b"".join(number(key) + bytes([len(value)]) + bytes(value) for key, value in sorted(linked.items()))
        linking = b"".join(box(name, number(source) + struct.pack(">H", len(to)) + b"".join(map(number, to)))
            for name, source, to in references)
        content = full(b"hdlr", bytes(4) + b"pict" + bytes(13)) + full(b"pitm", number(primary), int(wide))
        if kind == "own-source":
            content += box(b"dinf", full(b"dref", struct.pack(">I", 1) + full(b"url ", b"", 0, 1)))
        widths = b"\\x88\\x00" if kind == "far-item" else b"\\x44\\x00"
        content += full(b"iloc", widths + number(counted) + places, 2 if wide else 1)
        content += full(b"iinf", struct.pack(">H", len(items)) + entries)
        content += box(b"iprp", box(b"ipco", b"".join(properties))
            + full(b"ipma", struct.pack(">I", len(linked)) + links, int(wide)))
        content += full(b"iref", linking, int(wide)) if linking else b""
        content += box(b"idat", inner) if inner else b""
        return full(b"meta", content), data

    start = box(b"ftyp", brand + bytes(4) + b"mif1" + (b"heic" if coded == b"hvc1" else b"avif") + b"tmap")
    length = len(described(0)[0])
    table, data = described(len(start) + length + 8)
    content = box(b"mdat", data)
    if last is not None:
        content = struct.pack(">I", last) + content[4:]
    open(sys.argv[2], "wb").write(start + table + content + tail)
    """
