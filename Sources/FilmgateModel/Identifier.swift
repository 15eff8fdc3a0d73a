public import FoundationEssentials

/// The identifier of an asset, random so that it tells nothing of count or order.
public struct AssetID: Hashable, Sendable, CustomStringConvertible {
    public let uuid: UUID

    public init(uuid: UUID) { self.uuid = uuid }

    public static func random() -> AssetID { AssetID(uuid: UUID()) }

    /// Reads the one accepted form: 36 characters, lower-case, hyphenated; nil for everything else.
    public init?(_ text: String) {
        var digits = Array(text.utf8)
        guard digits.count == 36, AssetID.hyphens.allSatisfy({ digits[$0] == UInt8(ascii: "-") }) else { return nil }
        for hyphen in AssetID.hyphens.reversed() { digits.remove(at: hyphen) }
        guard let bytes = Hexadecimal.bytes(of: digits) else { return nil }
        self.init(bytes: bytes)
    }

    /// Where they stand in the text.
    private static let hyphens = [8, 13, 18, 23]

    /// Its 16 bytes, as the store keeps them.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &uuid) { unsafe $0.copyBytes(from: bytes) }
        self.uuid = UUID(uuid: uuid)
    }

    public var bytes: [UInt8] { unsafe withUnsafeBytes(of: uuid.uuid) { unsafe Array($0) } }

    public var description: String {
        var text = Hexadecimal.utf8(of: bytes)
        for hyphen in AssetID.hyphens { text.insert(UInt8(ascii: "-"), at: hyphen) }
        return String(decoding: text, as: UTF8.self)
    }
}
