package import FilmgateCameraJobs
import FilmgateHashing
package import FilmgateModel
package import FilmgateSystem
import FoundationEssentials
import Glibc

/// The record of a file that was imported from a camera.
package struct CameraImportRecord: Codable, Hashable, Sendable {
    package let entry: CameraFile
    /// The SHA-256 hash of the file, as `sha256:` and hexadecimal digits.
    package let hash: String
    /// The asset to which the file belongs; nil if unknown.
    package let asset: AssetID?

    package init(_ entry: CameraFile, _ hash: ContentHash, _ asset: AssetID?) {
        (self.entry, self.hash, self.asset) = (entry, hash.description, asset)
    }

    private enum CodingKeys: String, CodingKey { case entry, hash, asset }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        entry = try values.decode(CameraFile.self, forKey: .entry)
        hash = try values.decode(String.self, forKey: .hash)
        asset = try values.decodeIfPresent(String.self, forKey: .asset).flatMap { AssetID($0) }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(entry, forKey: .entry)
        try values.encode(hash, forKey: .hash)
        try values.encodeIfPresent(asset?.description, forKey: .asset)
    }
}

/// The files that were imported from one camera into one library, stored on disk. New records are only appended to the
/// file on disk, so that an interruption cannot damage earlier lines.
package final class CameraImportHistory {
    private let file: OwnedDescriptor
    private var records: [CameraFile: CameraImportRecord] = [:]

    /// - Parameters:
    ///   - folder: the folder of all histories.
    ///   - serial: the serial number of the camera. Without a serial number, the port distinguishes cameras of the same
    ///     model, except for USB, where the port changes with each connection.
    ///   - library: the identifier of the library; nil if unknown. A library that was created again has a new
    ///     identifier.
    ///   - bus: the bus, used if the library's identifier is unknown; nil for the default.
    package init(
        in folder: Directory, of camera: ListedCamera, serial: String?, library: String? = nil, bus: String?
    ) throws(Errno) {
        let name = CameraImportHistory.name(of: [
            library ?? bus ?? environmentVariable("FILMGATE_BUS_ADDRESS") ?? "system", "\(getuid())", camera.model,
            serial ?? (camera.port.hasPrefix("usb:") ? "usb" : camera.port),
        ])
        file = try folder.appendableFile(name)
        guard let bytes = try file.contents(upTo: CameraImportHistory.mostBytes) else { throw .badMessage }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            // Skips an incomplete line. The file of that line will be transferred again.
            if let record = try? JSONDecoder().decode(CameraImportRecord.self, from: Data(line)) {
                records[record.entry] = record
            }
        }
        if let last = bytes.last, last != UInt8(ascii: "\n") { try file.write([UInt8(ascii: "\n")]) }
    }

    /// Returns the record of a file, or nil if there is none. Also returns nil if the camera does not report the size
    /// or the date, because a different file may have the same name. Such a file is always transferred again, and never
    /// deleted from the camera.
    package subscript(entry: CameraFile) -> CameraImportRecord? {
        entry.size == nil || entry.date == nil ? nil : records[entry]
    }

    /// The number of imported files.
    package var count: Int { records.count }

    package func add(_ new: [CameraImportRecord]) throws(Errno) {
        var lines: [UInt8] = []
        for record in new {
            records[record.entry] = record
            // Encoding cannot fail, because a record contains only strings and numbers.
            guard let line = try? JSONEncoder().encode(record) else { continue }
            lines += line + [UInt8(ascii: "\n")]
        }
        try file.write(lines)
        try file.synchronize()
    }

    /// Returns a file name that does not reveal the camera and contains no characters from the camera's strings.
    private static func name(of identity: [String]) -> String {
        var digest = SHA256Hasher()
        for part in identity {
            unsafe Array(part.utf8 + [0]).withUnsafeBytes { unsafe digest.update($0) }
        }
        return String(digest.finish().description.map { $0 == ":" ? "-" : $0 }) + ".jsonl"
    }

    private static let mostBytes = 1 << 30
}
