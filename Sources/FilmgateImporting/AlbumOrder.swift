package import FilmgateSystem

/// The order of the photos and albums in a folder of an export, in a file of its own: it is kept if the manifest is lost, or if only
/// this folder is copied.
package struct AlbumOrder: Hashable, Sendable {
    package static let filename = "filmgate-order.xmp"

    /// The names of the photos and videos.
    package var files: [String]
    /// The names of the folders; empty if they are in the order of their titles.
    package var folders: [String]

    private static let beginning = "   <filmgate:Order><rdf:Seq>"
    private static let item = (start: "    <rdf:li>", end: "</rdf:li>")
    private static let mostBytes = 16 << 20

    package init(files: [String] = [], folders: [String] = []) { (self.files, self.folders) = (files, folders) }

    /// Reads a text that `text` has made, line by line. Returns nil for any other.
    package init?(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let start = lines.firstIndex(where: { $0 == AlbumOrder.beginning }) else { return nil }
        self.init()
        for line in lines[(start + 1)...] {
            guard let name = AlbumOrder.name(in: Array(line.utf8)) else { break }
            if name.hasSuffix("/") { folders.append(String(name.dropLast())) } else { files.append(name) }
        }
    }

    /// The same for an open file, which must not be too long.
    package init?(_ content: OwnedDescriptor) {
        guard let bytes = (try? content.contents(upTo: AlbumOrder.mostBytes)) ?? nil, let order = AlbumOrder(bytes)
        else { return nil }
        self = order
    }

    /// Returns nil for a file that is no order.
    init?(_ file: PhotoFile) {
        guard let (content, _) = try? file.open(), let order = AlbumOrder(content) else { return nil }
        self = order
    }

    /// XMP, with a line for each name; folders have a slash behind them.
    package var text: [UInt8] {
        let items = (files + folders.map { $0 + "/" }).map {
            AlbumOrder.item.start + AlbumOrder.escaped($0) + AlbumOrder.item.end
        }
        let lines =
            [
                "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\" x:xmptk=\"Filmgate\">",
                " <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">",
                "  <rdf:Description rdf:about=\"\" xmlns:filmgate=\"https://filmgate.org/ns/1.0/\">",
                AlbumOrder.beginning,
            ] + items + ["   </rdf:Seq></filmgate:Order>", "  </rdf:Description>", " </rdf:RDF>", "</x:xmpmeta>"]
        return Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    private static func escaped(_ name: String) -> String {
        name.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Byte by byte, because a name may begin with a character that joins the one before it.
    private static func name(in line: [UInt8]) -> String? {
        let (start, end) = (Array(item.start.utf8), Array(item.end.utf8))
        guard line.count >= start.count + end.count, line.starts(with: start), line.suffix(end.count).elementsEqual(end)
        else { return nil }
        return String(decoding: line.dropFirst(start.count).dropLast(end.count), as: UTF8.self)
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }

    /// Whether an import without this order would find another: files in the order of the bytes of their names.
    package var isNeeded: Bool {
        !folders.isEmpty || files != files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the files of a folder in this order; those that it does not name come last.
    func ordered(_ media: [PhotoFile]) -> [PhotoFile] {
        let places = Dictionary(files.enumerated().map { ($1, $0) }) { first, _ in first }
        let named = media.enumerated().map { index, file in
            (place: places[String(decoding: file.path.name, as: UTF8.self)] ?? .max, index: index, file: file)
        }
        return named.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.file)
    }
}

/// The order of the folders in a folder that is imported.
package struct ChildOrder: Hashable, Sendable {
    /// The path of the folder, below the one that is imported.
    package let folder: [String]
    /// The names of the folders in it.
    package let children: [String]
}
