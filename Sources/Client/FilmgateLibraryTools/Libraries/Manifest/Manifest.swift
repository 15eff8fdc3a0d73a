package import Filmgate
import FoundationEssentials

/// The format of manifests: writing and reading their lines. Reading does not trust the input.
package enum Manifest {
    /// The name of the file, in the folder of the export.
    package static let name = "filmgate-manifest.jsonl"
    /// The name while the export runs.
    package static let unfinishedName = ".filmgate-manifest.jsonl.part"

    /// The maximum length of a line in bytes. This program writes shorter lines.
    private static let longestLine = 8 << 20

    package static func text(of line: ManifestLine) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try Array(encoder.encode(line)) + [UInt8(ascii: "\n")]
    }

    /// Calls `body` with each line; with nil for an invalid line.
    ///
    /// - Throws: the errors of `body`, and `UnreadableLibrary` if the file does not begin with a header of a known
    ///   version, or cannot be read.
    package static func each(
        in content: OwnedDescriptor, _ body: (ManifestLine?) throws(UnreadableLibrary) -> Void
    ) throws(UnreadableLibrary) {
        var isFirst = true
        let decoder = JSONDecoder()
        try eachText(in: content) { (text) throws(UnreadableLibrary) in
            // The checks below report lines that cannot be decoded.
            let decoded = try? decoder.decode(ManifestLine.self, from: Data(text))
            let line = decoded.flatMap { $0.isEmpty ? nil : $0 }
            if isFirst || line?.header != nil {
                guard let header = line?.header else {
                    throw UnreadableLibrary(reason: "It is not the manifest of an export.")
                }
                guard header.version == ManifestHeader.version else {
                    throw UnreadableLibrary(reason: "A newer version of Filmgate wrote its manifest.")
                }
            }
            isFirst = false
            try body(line)
        }
        if isFirst { throw UnreadableLibrary(reason: "Its manifest is empty.") }
    }

    private static func eachText(
        in content: OwnedDescriptor, _ body: (ArraySlice<UInt8>) throws(UnreadableLibrary) -> Void
    ) throws(UnreadableLibrary) {
        var offset: UInt64 = 0
        var rest: [UInt8] = []
        while true {
            // The error below reports that the file cannot be read.
            guard let part = try? content.bytes(at: offset, count: 1 << 20) else {
                throw UnreadableLibrary(reason: "Its manifest cannot be read.")
            }
            offset += UInt64(part.count)
            var lines = (rest + part).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let last = lines.removeLast()
            for line in lines where !line.isEmpty { try body(line) }
            rest = Array(last)
            guard rest.count <= longestLine else {
                throw UnreadableLibrary(reason: "Its manifest has a line that is too long.")
            }
            guard !part.isEmpty else {
                // An incomplete last line is ignored.
                if !rest.isEmpty { try body(rest[...]) }
                return
            }
        }
    }
}
