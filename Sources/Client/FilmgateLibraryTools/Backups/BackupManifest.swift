import FoundationEssentials

/// The description of a backup, in `filmgate-backup.json`. The backup consists only of the files that the description
/// names.
public struct BackupManifest: Codable, Hashable, Sendable {
    /// A file of the backup.
    public struct File: Codable, Hashable, Sendable {
        public let name: String
        public let size: UInt64
        public let sha256: String
    }

    static let name = "filmgate-backup.json"
    static let currentVersion = 1

    public let version: Int
    /// The identifier of the library. A restored library has the same identifier.
    public let library: String
    public let generation: Int64
    /// The date of the backup, in microseconds since the Unix epoch.
    public let date: Int64
    public let database: File
    /// The list of the files in `originals`, with a line `NAME SHA256 SIZE` for each file.
    public let files: File
    public let count: UInt64
    public let bytes: UInt64
}

extension BackupManifest {
    init(bytes: [UInt8]) throws {
        struct Format: Decodable { let version: Int }
        let data = Data(bytes)
        do {
            let format = try JSONDecoder().decode(Format.self, from: data)
            guard format.version <= Self.currentVersion else { throw BackupFailure.newerFormat }
            self = try JSONDecoder().decode(BackupManifest.self, from: data)
        } catch is DecodingError { throw BackupFailure.damaged(Self.name) }
        guard BackupFolder.isOwn(database.name), BackupFolder.isOwn(files.name) else {
            throw BackupFailure.damaged(Self.name)
        }
    }

    var utf8: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
        }
    }
}
