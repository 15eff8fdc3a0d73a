public import FoundationEssentials

/// The identifier of an asset, random so that it tells nothing of count or order.
public struct AssetID: Hashable, Sendable, CustomStringConvertible {
    public let uuid: UUID

    public init(uuid: UUID) { self.uuid = uuid }

    public static func random() -> AssetID { AssetID(uuid: UUID()) }

    /// Reads the one accepted form: 36 characters, lower-case, hyphenated; nil for everything else.
    public init?(_ text: String) {
        guard text.utf8.count == 36, let uuid = UUID(uuidString: text), uuid.uuidString.lowercased() == text else {
            return nil
        }
        self.uuid = uuid
    }

    /// Its 16 bytes, as the store keeps them.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &uuid) { unsafe $0.copyBytes(from: bytes) }
        self.uuid = UUID(uuid: uuid)
    }

    public var bytes: [UInt8] { unsafe withUnsafeBytes(of: uuid.uuid) { unsafe Array($0) } }

    public var description: String { uuid.uuidString.lowercased() }
}
