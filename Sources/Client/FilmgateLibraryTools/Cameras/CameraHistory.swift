package import FilmgateCameraJobs
import FilmgateHashing
package import FilmgateModel
package import FilmgateSystem
import FoundationEssentials
import Glibc

/// A file that was imported from a camera.
package struct CameraRecord: Codable, Hashable, Sendable {
    package let entry: CameraEntry
    /// The hash of its content, in hexadecimal digits.
    package let hash: String
    /// The asset to which the file belongs; nil if unknown.
    package let asset: AssetID?

    package init(_ entry: CameraEntry, _ hash: ContentHash, _ asset: AssetID?) {
        (self.entry, self.hash, self.asset) = (entry, hash.description, asset)
    }

    private enum CodingKeys: String, CodingKey { case entry, hash, asset }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        entry = try values.decode(CameraEntry.self, forKey: .entry)
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

/// A record, on disk, of the files that were imported from one camera into one library. Only appends lines, so that an
/// interruption cannot damage earlier ones.
package final class CameraHistory {
    private let file: OwnedDescriptor
    private var records: [CameraEntry: CameraRecord] = [:]

    /// - Parameters:
    ///   - folder: the folder of all histories.
    ///   - serial: the serial number of the camera. Without a serial number, the port distinguishes the camera from
    ///     others of the same model, except for USB, where the port changes with each connection.
    ///   - library: the identifier of the library; nil if unknown. A library that was created again has a new
    ///     identifier.
    ///   - bus, user: identify the library if its identifier is unknown; nil for the default.
    package init(
        in folder: Directory, of camera: ListedCamera, serial: String?, library: String? = nil, bus: String?,
        user: String?
    ) throws(Errno) {
        let name = CameraHistory.name(of: [
            library ?? bus ?? environmentVariable("FILMGATE_BUS_ADDRESS") ?? "system", user ?? "\(getuid())",
            camera.model,
            serial ?? (camera.port.hasPrefix("usb:") ? "usb" : camera.port),
        ])
        file = try folder.appendableFile(name)
        guard let bytes = try file.contents(upTo: CameraHistory.mostBytes) else { throw .badMessage }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            // An incomplete line is ignored, and its file is transferred again.
            if let record = try? JSONDecoder().decode(CameraRecord.self, from: Data(line)) {
                records[record.entry] = record
            }
        }
        if let last = bytes.last, last != UInt8(ascii: "\n") { try file.write([UInt8(ascii: "\n")]) }
    }

    /// Returns the record of a file; nil if there is none, or if the camera does not report the size or the date,
    /// because another file may have the same name. Such a file is always transferred again, and never deleted from the
    /// camera.
    package subscript(entry: CameraEntry) -> CameraRecord? {
        entry.size == nil || entry.date == nil ? nil : records[entry]
    }

    /// The number of imported files.
    package var count: Int { records.count }

    package func add(_ new: [CameraRecord]) throws(Errno) {
        var lines: [UInt8] = []
        for record in new {
            records[record.entry] = record
            // Encoding cannot fail for texts and numbers.
            guard let line = try? JSONEncoder().encode(record) else { continue }
            lines += line + [UInt8(ascii: "\n")]
        }
        try file.write(lines)
        try file.synchronize()
    }

    /// Returns a file name that reveals nothing about the camera and contains no characters from the camera's texts.
    private static func name(of identity: [String]) -> String {
        var digest = SHA256Digest()
        for part in identity {
            unsafe Array(part.utf8 + [0]).withUnsafeBytes { unsafe digest.update($0) }
        }
        return String(digest.finish().description.map { $0 == ":" ? "-" : $0 }) + ".jsonl"
    }

    private static let mostBytes = 1 << 30
}
