import FilmgateModel
import FilmgateSystem
import FilmgateWorkers
import Testing

@Suite("A file crafted to stop the worker that redacts it")
struct CraftedFileTests {
    private static let removals = [
        MetadataRemoval(Set(MetadataKind.allCases)), MetadataRemoval([.location], keepsTown: true),
    ]

    @Test("is redacted or refused", arguments: CraftedFile.allCases)
    func survives(_ crafted: CraftedFile) async throws {
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(crafted.bytes)
        let pool = WorkerPool.real()
        for removal in Self.removals {
            do {
                _ = try await pool.redaction(RedactionJob(file, removal, for: .somebody))
            } catch JobRefusal.invalidContent(let reason) {
                #expect(!reason.contains("stops its reader") && !reason.contains("too long to read"), "\(crafted)")
            } catch JobRefusal.tooLarge {}
        }
    }

    @Test("is refused if its tables count more than they hold", arguments: [CraftedFile.manyPlaces])
    func counts(_ crafted: CraftedFile) async throws {
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(crafted.bytes)
        let error = await #expect(throws: JobRefusal.self) {
            _ = try await WorkerPool.real().redaction(RedactionJob(file, Self.removals[0], for: .somebody))
        }
        guard case .invalidContent(let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("list of items"), "\(reason)")
    }

    @Test("loses a color profile that is not whole", arguments: [CraftedFile.shortProfile, .manyProfiles])
    func profile(_ crafted: CraftedFile) async throws {
        let bytes = crafted.bytes
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(bytes)
        // The remaining file has no picture that could be read.
        let redaction = try await WorkerPool.real().redaction(RedactionJob(file, Self.removals[0], for: .somebody))
        #expect(RedactionTests.applying(redaction, to: bytes) == [0xFF, 0xD8, 0xFF, 0xD9])
        #expect(redaction.found == [.metadata])
    }
}

/// Files with lengths that are too short for their parts, and with endlessly nested parts.
enum CraftedFile: CaseIterable {
    case shortProfile, almostShortProfile, manyProfiles
    case shortBrand, shortDescriptors, nestedDescriptors, nestedWaves, nestedVideos, shortPlace, enormousChunk
    case shortWebP, nestedFrames, manyPlaces

    /// More levels than fit on a stack.
    private static let levels = 100_000

    var bytes: [UInt8] {
        switch self {
        case .shortProfile: Self.jpeg([[]])
        case .almostShortProfile: Self.jpeg([[1]])
        case .manyProfiles: Self.jpeg([[UInt8]](repeating: [1, 2], count: 300))
        case .shortBrand: Self.box("ftyp", [0, 0]) + Self.box("moov", [])
        case .shortDescriptors: Self.sound(Self.box("esds", [0, 0]))
        case .nestedDescriptors:
            Self.sound(Self.box("esds", [0, 0, 0, 0] + Self.times([3, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0], Self.levels)))
        case .nestedWaves: Self.sound(Self.nested(head: 8) { [UInt8].big($0) + Array("wave".utf8) })
        case .nestedVideos:
            Self.brand + Self.nested(head: 16) { [UInt8].big($0) + Array("mpvd".utf8) + Self.box("moov", []) }
        case .shortPlace: Self.brand + Self.box("moov", Self.box("udta", Self.place))
        case .enormousChunk: Self.brand + Self.movie(handler: "vide", Self.chunks)
        case .shortWebP: Array("RIFF".utf8) + [UInt8].little(0) + Array("WEBP".utf8)
        case .nestedFrames:
            Self.webP(
                Self.nested(head: 24) { size in
                    Array("ANMF".utf8) + [UInt8].little(size - 8) + [UInt8](repeating: 0, count: 16)
                })
        case .manyPlaces: Self.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1".utf8)) + Self.places
        }
    }

    // MARK: Parts

    private static let brand = box("ftyp", Array("isom".utf8) + [0, 0, 0, 0] + Array("isom".utf8))

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] { PlantedBoxes.box(type, content) }

    private static func times(_ part: [UInt8], _ count: Int) -> [UInt8] {
        Array([[UInt8]](repeating: part, count: count).joined())
    }

    /// Returns nested parts.
    ///
    /// - Parameters:
    ///   - count: the bytes of a part before the nested one.
    ///   - head: returns these bytes for a part's size.
    private static func nested(head count: Int, _ head: (Int) -> [UInt8]) -> [UInt8] {
        (0..<levels).reduce(into: []) { $0 += head(count * (levels - $1)) }
    }

    /// An empty picture with parts of a color profile.
    private static func jpeg(_ parts: [[UInt8]]) -> [UInt8] {
        let segments = parts.map { part -> [UInt8] in
            let content: [UInt8] = Array("ICC_PROFILE\0".utf8) + part
            return [0xFF, 0xE2] + .big(2 + content.count, 2) + content
        }
        let head: [UInt8] = [0xFF, 0xD8] + Array(segments.joined())
        return head + [0xFF, 0xD9]
    }

    private static func webP(_ chunks: [UInt8]) -> [UInt8] {
        let head: [UInt8] = Array("RIFF".utf8) + .little(4 + chunks.count)
        return head + Array("WEBP".utf8) + chunks
    }

    /// A movie with a sound track whose decoder needs these boxes.
    private static func sound(_ settings: [UInt8]) -> [UInt8] {
        let entry = box("mp4a", [UInt8](repeating: 0, count: 28) + settings)
        let head: [UInt8] = [0, 0, 0, 0] + .big(1)
        return brand + movie(handler: "soun", box("stsd", head + entry))
    }

    private static func movie(handler: String, _ tables: [UInt8]) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: 8)
        let media = box("hdlr", zeros + Array(handler.utf8) + zeros) + box("minf", box("stbl", tables))
        return box("moov", box("trak", box("mdia", media)))
    }

    /// A chunk of samples whose size is the largest number, so that its end overflows.
    private static var chunks: [UInt8] {
        let sizes: [UInt8] = [0, 0, 0, 0] + .big(2_323_823_089) + .big(1)
        let offsets: [UInt8] = [0, 0, 0, 0] + .big(1) + .big(1)
        let run: [UInt8] = .big(1) + .big(3_969_050_863) + .big(1)
        let runs: [UInt8] = [0, 0, 0, 0] + .big(1) + run
        return box("stsz", sizes) + box("stco", offsets) + box("stsc", runs)
    }

    /// Items with the largest number of extents, which take no byte in the table.
    private static var places: [UInt8] {
        let items = 5000
        let entry: [UInt8] = .big(1, 2) + .big(0, 2) + .big(0xFFFF, 2)
        let head: [UInt8] = [0, 0, 0, 0, 0, 0] + .big(items, 2)
        let types: [UInt8] = [0, 0, 0, 0, 0, 0]
        return box("meta", [0, 0, 0, 0] + box("iinf", types) + box("iloc", head + times(entry, items)))
    }

    /// A value that is marked as a text, and ends before its language.
    private static var place: [UInt8] {
        let value: [UInt8] = .big(12) + Array("data".utf8) + .big(1)
        let head: [UInt8] = .big(8 + value.count) + [0xA9]
        let item: [UInt8] = head + Array("xyz".utf8) + value
        return box("meta", box("hdlr", [UInt8](repeating: 0, count: 20)) + box("ilst", item))
    }
}
