public import FilmgateModel

/// A job that the broker gives to a worker.
///
/// On the wire, little-endian: the kind and the number of bytes of parameters, four bytes each; the file to be read comes as a
/// descriptor with them. If a job writes, the file to be written comes with the first byte of its parameters, and the second file of
/// a job that reads two with the second byte.
public enum Job: Hashable, Sendable {
    /// Read the file's metadata.
    ///
    /// - Parameter takesDamaged: whether a file that can be shown in part is read, too.
    case inspect(takesDamaged: Bool = false)
    /// Read what a sidecar tells of its photo.
    case sidecar
    /// Make an image of the file's picture, and write it to the output, which has room for it.
    ///
    /// - Parameter takesDamaged: whether a picture that is damaged is shown in part.
    case render(ImageSpecification, takesDamaged: Bool = false)
    /// The same with a picture that is decoded faster than the file's own, such as its thumbnail. The image can be smaller than asked.
    ///
    /// - Parameter showsEmbedded: whether that may be a picture that the file holds beside its own.
    case renderDegraded(ImageSpecification, showsEmbedded: Bool)
    /// Find what must be changed in the file so that it does not tell this.
    case redact(MetadataRemoval)
    /// Read all that the file tells of itself.
    case metadata
    /// Make a video of the file, and write it to the output, which has room for it.
    case convertVideo(VideoSpecification)
    /// Write the picture with the metadata of a second file in place of its own to the output, which has so many bytes of room.
    case replaceMetadata(room: UInt64)
    /// Find what must be changed in a copy of the file so that it holds this XMP packet, too.
    case embed([UInt8])
    /// Find what must be changed in a copy of the file so that it says this of itself.
    case describe(FileDescription)

    /// The worker's descriptor of the socket for jobs.
    public static let socket: Int32 = 3
    /// The argument of a worker that converts videos, which has a larger cage than others.
    public static let conversionArgument = "--convert"

    /// The first part of a job: its kind, and the number of bytes that follow.
    public struct Header: Hashable, Sendable {
        public static let size = 8
        fileprivate let kind: Kind
        /// The number of bytes of parameters; 0 if there are none.
        public let parameterSize: Int

        /// Returns nil for bytes that begin no job.
        public init?(_ bytes: [UInt8]) {
            guard bytes.count == Header.size, let kind = Kind(rawValue: number(bytes[..<4])) else { return nil }
            self.kind = kind
            parameterSize = Int(number(bytes[4...]))
            let most = kind == .embed || kind == .describe ? Embedding.mostPacket : Job.mostParameters
            guard parameterSize <= most else { return nil }
        }
    }

    fileprivate enum Kind: UInt32 {
        case inspect = 1
        case render
        case renderDegraded
        case redact
        case metadata
        case convertVideo
        case replaceMetadata
        case inspectDamaged
        case sidecar
        case renderDamaged
        case embed
        case renderDivided
        case describe
    }

    private static let mostParameters = 4096

    /// The job's parameters; empty if it has none.
    public var parameters: [UInt8] {
        switch self {
        case .inspect, .sidecar, .metadata: []
        case .render(let specification, _), .renderDegraded(let specification, _): specification.encoded
        case .redact(let removal):
            {
                var fields = FieldWriter()
                fields.put(removal.kinds.map(\.rawValue).sorted())
                fields.put(removal.keepsTown ? 1 : 0 as UInt8)
                return fields.bytes
            }()
        case .convertVideo(let specification): specification.encoded
        case .replaceMetadata(let room):
            {
                var fields = FieldWriter()
                fields.put(room)
                return fields.bytes
            }()
        case .embed(let packet): packet
        case .describe(let description): description.encoded
        }
    }

    public var header: [UInt8] {
        let kind: Kind =
            switch self {
            case .inspect(let takesDamaged): takesDamaged ? .inspectDamaged : .inspect
            case .sidecar: .sidecar
            case .render(_, let takesDamaged): takesDamaged ? .renderDamaged : .render
            case .renderDegraded(_, let showsEmbedded): showsEmbedded ? .renderDegraded : .renderDivided
            case .redact: .redact
            case .metadata: .metadata
            case .convertVideo: .convertVideo
            case .replaceMetadata: .replaceMetadata
            case .embed: .embed
            case .describe: .describe
            }
        return littleEndian(kind.rawValue) + littleEndian(UInt32(parameters.count))
    }

    /// Returns nil for bytes that are no known job.
    public init?(_ header: Header, _ parameters: [UInt8]) {
        switch header.kind {
        case .inspect, .inspectDamaged, .sidecar, .metadata:
            guard parameters.isEmpty else { return nil }
            self =
                switch header.kind {
                case .inspect: .inspect()
                case .inspectDamaged: .inspect(takesDamaged: true)
                case .sidecar: .sidecar
                default: .metadata
                }
        case .render, .renderDamaged, .renderDegraded, .renderDivided:
            guard let specification = ImageSpecification(encoded: parameters) else { return nil }
            self =
                switch header.kind {
                case .render: .render(specification)
                case .renderDamaged: .render(specification, takesDamaged: true)
                default: .renderDegraded(specification, showsEmbedded: header.kind == .renderDegraded)
                }
        case .redact:
            var fields = FieldReader(parameters)
            guard let kinds = try? fields.kinds(), let keepsTown = try? fields.number(UInt8.self), keepsTown <= 1,
                (try? fields.finish()) != nil
            else { return nil }
            self = .redact(MetadataRemoval(kinds, keepsTown: keepsTown == 1))
        case .convertVideo:
            guard let specification = VideoSpecification(encoded: parameters) else { return nil }
            self = .convertVideo(specification)
        case .replaceMetadata:
            var fields = FieldReader(parameters)
            guard let room = try? fields.number(UInt64.self), (try? fields.finish()) != nil else { return nil }
            self = .replaceMetadata(room: room)
        case .embed: self = .embed(parameters)
        case .describe:
            guard let description = FileDescription(encoded: parameters) else { return nil }
            self = .describe(description)
        }
    }
}

extension ImageSpecification {
    fileprivate var encoded: [UInt8] {
        var fields = FieldWriter()
        for side in [width, height, ceiling, orientation] { fields.put(side) { $0.put($1) } }
        for number in [crop.x, crop.y, crop.width, crop.height] { fields.put(number) }
        for word in [mode.rawValue, resize.rawValue, version.rawValue, format.rawValue, color.rawValue] {
            fields.put(word)
        }
        return fields.bytes
    }

    fileprivate init?(encoded bytes: [UInt8]) {
        var fields = FieldReader(bytes)
        self.init()
        do throws(FieldReader.Garbled) {
            width = try fields.optional { reader throws(FieldReader.Garbled) in try reader.number() }
            height = try fields.optional { reader throws(FieldReader.Garbled) in try reader.number() }
            ceiling = try fields.optional { reader throws(FieldReader.Garbled) in try reader.number() }
            orientation = try fields.optional { reader throws(FieldReader.Garbled) in try reader.number() }
            let part = UnitRectangle(
                x: try fields.real(), y: try fields.real(), width: try fields.real(), height: try fields.real())
            guard let part else { return nil }
            crop = part
            mode = try fields.word()
            resize = try fields.word()
            version = try fields.word()
            format = try fields.word()
            color = try fields.word()
            try fields.finish()
        } catch {
            return nil
        }
    }
}

/// The exit codes of a worker.
public enum WorkerExit: Int32, Sendable {
    /// The broker hung up.
    case done = 0
    /// The bytes on the socket are no job.
    case misused = 64
    /// The cage cannot be entered on this machine; nothing was read.
    case noCage = 77
}

func littleEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }

func number(_ bytes: some BidirectionalCollection<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
}
