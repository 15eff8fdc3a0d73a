/// The identifier of an object in the library. It is random, so that it reveals neither the number nor the order of
/// objects.
public protocol LocalIdentifier: Codable, Hashable, Sendable, CustomStringConvertible {
    var uuid: UInt128 { get }

    init(uuid: UInt128)
}

/// The identifier of an asset.
public struct AssetID: LocalIdentifier {
    public let uuid: UInt128

    public init(uuid: UInt128) { self.uuid = uuid }
}

/// The identifier of an album.
public struct AlbumID: LocalIdentifier {
    public let uuid: UInt128

    public init(uuid: UInt128) { self.uuid = uuid }
}

/// The identifier of a folder.
public struct FolderID: LocalIdentifier {
    public let uuid: UInt128

    public init(uuid: UInt128) { self.uuid = uuid }
}

/// The identifier of an asset, an album or a folder.
public struct ObjectID: LocalIdentifier {
    public let uuid: UInt128

    public init(uuid: UInt128) { self.uuid = uuid }

    public init(_ id: some LocalIdentifier) { uuid = id.uuid }
}

extension LocalIdentifier {
    public static func random() -> Self {
        // RFC 9562, version 4: all bits are random except the version and the variant.
        let fixed: UInt128 = 0xf << 76 | 0b11 << 62
        return Self(uuid: .random(in: 0...UInt128.max) & ~fixed | 0x4 << 76 | 0b10 << 62)
    }

    /// Parses the only accepted form: 36 characters, in lower case, with hyphens. Returns nil for every other text.
    public init?(_ text: String) {
        var digits = Array(text.utf8)
        guard digits.count == 36, hyphens.allSatisfy({ digits[$0] == UInt8(ascii: "-") }) else { return nil }
        for hyphen in hyphens.reversed() { digits.remove(at: hyphen) }
        guard let bytes = Hexadecimal.bytes(of: digits) else { return nil }
        self.init(bytes: bytes)
    }

    /// Returns nil unless there are exactly 16 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.init(uuid: bytes.reduce(0) { $0 << 8 | UInt128($1) })
    }

    public var bytes: [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: uuid >> (120 - 8 * UInt128($0))) }
    }

    public var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for index in 0..<16 {
            if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
            let byte = UInt8(truncatingIfNeeded: uuid >> (120 - 8 * UInt128(index)))
            text.append(Hexadecimal.digit(byte >> 4))
            text.append(Hexadecimal.digit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Encodes an identifier as its text.
extension LocalIdentifier {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let id = Self(try value.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "not an identifier")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(description)
    }
}

/// The positions of the hyphens in an identifier's text.
private let hyphens = [8, 13, 18, 23]
