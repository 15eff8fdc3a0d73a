import Filmgate
import FilmgateLibraryTools
import FilmgateText

extension Command {
    static let showAlbum = Command(
        "albums", "show", summary: "Show everything about an album",
        details: ["'filmgatectl assets list --album ALBUM' lists its photos."],
        operands: [
            CommandOperand(
                "ALBUM", completion: .names(.anyAlbums),
                "Its title, 'Folder/Title' or identifier, the name of a smart album, or the title of a moment")
        ],
        examples: [
            Example("albums show Summer", "How many photos are in it, and from which days?"),
            Example("albums show favorites", "A smart album."),
        ]
    ) { invocation in
        let library = try await invocation.library()
        let node = try await library.node(named: invocation.operands[0], .anyAlbum, counting: true)
        if invocation.writesJSON {
            try invocation.write(json: CollectionRecord(node))
            return .success
        }
        var sheet = KeyValueTextTable()
        sheet.add("id", node.id.description)
        sheet.add("title", node.path.last)
        sheet.add("type", node.typeText)
        sheet.add("subtype", node.subtype)
        sheet.add("where", node.rule.map(Text.printable))
        sheet.add("folder", node.path.count > 1 ? node.path.dropLast().joined(separator: "/") : nil)
        sheet.add("count", node.count.map(Text.number))
        sheet.add("dates", node.datesText)
        try invocation.output.write(sheet.lines)
        return .success
    }
}
