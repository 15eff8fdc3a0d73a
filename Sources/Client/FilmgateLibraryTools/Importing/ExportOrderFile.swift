package import FilmgateSystem
import FoundationEssentials

/// The order of the photos and albums in a folder of an export. The order is in a separate file, so that it remains
/// known if the manifest is lost or if only this folder is copied.
///
/// The file consists of JSON lines: a header, and then one line for each name.
package struct ExportOrderFile: Hashable, Sendable {
    package static let filename = "filmgate-order.jsonl"

    /// The names of the photos and videos, in order.
    package var files: [String]
    /// The names of the folders, in order; empty if they are sorted by title.
    package var folders: [String]

    private static let mostBytes = 16 << 20

    package init(files: [String] = [], folders: [String] = []) { (self.files, self.folders) = (files, folders) }

    /// A line, which has exactly one of these keys.
    private struct Line: Codable {
        var version: Int?
        var file: String?
        var folder: String?

        private enum CodingKeys: String, CodingKey {
            case version = "filmgate-order"
            case file, folder
        }
    }

    private static let version = 1

    /// Parses the contents of an order file. Returns nil if they are malformed.
    package init?(_ bytes: [UInt8]) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // Every line ends with a line break, including the last line.
        guard lines.popLast()?.isEmpty == true else { return nil }
        self.init()
        let decoder = JSONDecoder()
        for (index, text) in lines.enumerated() {
            // A malformed file is not an order file.
            guard let line = try? decoder.decode(Line.self, from: Data(text)) else { return nil }
            switch (line.version, line.file, line.folder) {
            case (.some(ExportOrderFile.version), nil, nil) where index == 0: break
            case (nil, let file?, nil) where index > 0: files.append(file)
            case (nil, nil, let folder?) where index > 0: folders.append(folder)
            default: return nil
            }
        }
        guard !lines.isEmpty else { return nil }
    }

    /// Reads an order from an open file of up to 16 MiB. Returns nil if the file is not an order file.
    package init?(_ content: OwnedDescriptor) {
        // If the file cannot be read, the photos are sorted by name.
        guard let bytes = try? content.contents(upTo: ExportOrderFile.mostBytes), let order = ExportOrderFile(bytes)
        else {
            return nil
        }
        self = order
    }

    /// Returns nil if the file is not an order file.
    init?(_ file: PhotoFile) {
        guard let bytes = file.contents(atMost: ExportOrderFile.mostBytes), let order = ExportOrderFile(bytes) else {
            return nil
        }
        self = order
    }

    package func text() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let names = files.map { Line(file: $0) } + folders.map { Line(folder: $0) }
        let lines = [Line(version: ExportOrderFile.version)] + names
        return try lines.flatMap { try Array(encoder.encode($0)) + [UInt8(ascii: "\n")] }
    }

    /// Whether the order differs from the default order of an import, which sorts by the bytes of the names.
    package var isNeeded: Bool {
        !folders.isEmpty || files != files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Sorts the files of a folder in this order. Files that are not in the order come last.
    func ordered(_ media: [PhotoFile]) -> [PhotoFile] {
        let places = Dictionary(files.enumerated().map { ($1, $0) }) { first, _ in first }
        let named = media.enumerated().map { index, file in
            (place: places[String(decoding: file.path.name, as: UTF8.self)] ?? .max, index: index, file: file)
        }
        return named.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.file)
    }
}

/// The order of the subfolders of an imported folder.
package struct SubfolderOrder: Hashable, Sendable {
    /// The path of the folder, relative to the imported folder.
    package let folder: [String]
    /// The names of the subfolders.
    package let children: [String]
}
