package import Filmgate
import FoundationEssentials

/// The writing and reading of the lines of manifests. A manifest that is read is not trusted.
package enum Manifest {
    /// The name of a complete manifest in the folder of an export.
    package static let name = "filmgate-manifest.jsonl"
    /// The name of the manifest while the export runs.
    package static let unfinishedName = ".filmgate-manifest.jsonl.part"

    /// The maximum length of a line in bytes. Filmgate writes shorter lines.
    private static let longestLine = 8 << 20

    package static func text(of line: ManifestLine) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try Array(encoder.encode(line)) + [UInt8(ascii: "\n")]
    }

    /// Calls `body` with each line, or with nil for an invalid line.
    ///
    /// - Throws: the errors of `body`, and an error if the file cannot be read or does not begin with a header of a
    ///   known version.
    package static func each(
        in content: OwnedDescriptor, _ body: (ManifestLine?) throws(UnreadableLibraryError) -> Void
    ) throws(UnreadableLibraryError) {
        var isFirst = true
        let decoder = JSONDecoder()
        try eachText(in: content) { (text) throws(UnreadableLibraryError) in
            // Lines that cannot be decoded are passed to `body` as nil.
            let decoded = try? decoder.decode(ManifestLine.self, from: Data(text))
            let line = decoded.flatMap { $0.isEmpty ? nil : $0 }
            if isFirst || line?.header != nil {
                guard let header = line?.header else {
                    throw UnreadableLibraryError(reason: "It is not the manifest of an export.")
                }
                guard header.version == ManifestHeader.version else {
                    throw UnreadableLibraryError(reason: "A newer version of Filmgate wrote its manifest.")
                }
            }
            isFirst = false
            try body(line)
        }
        if isFirst { throw UnreadableLibraryError(reason: "Its manifest is empty.") }
    }

    private static func eachText(
        in content: OwnedDescriptor, _ body: (ArraySlice<UInt8>) throws(UnreadableLibraryError) -> Void
    ) throws(UnreadableLibraryError) {
        var offset: UInt64 = 0
        var rest: [UInt8] = []
        while true {
            // If reading fails, this function throws the error below.
            guard let part = try? content.bytes(at: offset, count: 1 << 20) else {
                throw UnreadableLibraryError(reason: "Its manifest cannot be read.")
            }
            offset += UInt64(part.count)
            var lines = (rest + part).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let last = lines.removeLast()
            for line in lines where !line.isEmpty { try body(line) }
            rest = Array(last)
            guard rest.count <= longestLine else {
                throw UnreadableLibraryError(reason: "Its manifest has a line that is too long.")
            }
            guard !part.isEmpty else {
                // The last line may be incomplete, and then counts as an invalid line.
                if !rest.isEmpty { try body(rest[...]) }
                return
            }
        }
    }
}
