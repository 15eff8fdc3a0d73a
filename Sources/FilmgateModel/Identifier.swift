/// The identifier of something in the library, random so that it tells nothing of count or order.
public protocol LocalIdentifier: Hashable, Sendable, CustomStringConvertible {
    var uuid: UInt128 { get }

    init(uuid: UInt128)
}

/// Of an asset.
public struct AssetID: LocalIdentifier {
    public let uuid: UInt128

    public init(uuid: UInt128) { self.uuid = uuid }
}

/// Of an album that somebody made.
public struct AlbumID: LocalIdentifier {
    public let uuid: UInt128

    public init(uuid: UInt128) { self.uuid = uuid }
}

/// Of a folder that somebody made.
public struct FolderID: LocalIdentifier {
    public let uuid: UInt128

    public init(uuid: UInt128) { self.uuid = uuid }
}

/// Of an asset, an album or a folder, where any may stand.
public struct ObjectID: LocalIdentifier {
    public let uuid: UInt128

    public init(uuid: UInt128) { self.uuid = uuid }

    public init(_ id: some LocalIdentifier) { uuid = id.uuid }
}

extension LocalIdentifier {
    public static func random() -> Self {
        // RFC 9562, version 4: all random but the version and the variant.
        let fixed: UInt128 = 0xf << 76 | 0b11 << 62
        return Self(uuid: .random(in: 0...UInt128.max) & ~fixed | 0x4 << 76 | 0b10 << 62)
    }

    /// Reads the one accepted form: 36 characters, lower-case, hyphenated; nil for everything else.
    public init?(_ text: String) {
        var digits = Array(text.utf8)
        guard digits.count == 36, hyphens.allSatisfy({ digits[$0] == UInt8(ascii: "-") }) else { return nil }
        for hyphen in hyphens.reversed() { digits.remove(at: hyphen) }
        guard let bytes = Hexadecimal.bytes(of: digits) else { return nil }
        self.init(bytes: bytes)
    }

    /// Its 16 bytes, as the store keeps them.
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

/// Where they stand in an identifier's text.
private let hyphens = [8, 13, 18, 23]
