import CFilmgateTerminal
import Filmgate
import FilmgateText
import Foundation
import Testing

@testable import FilmgateLibraryTools
@testable import FilmgateTool

@Suite("Albums by their names")
struct CollectionCommandTests {
    private static func folder(_ title: String, in parent: Folder? = nil) -> Folder {
        var values: [CollectionProperty: PropertyValue] = [.title: .text(title), .type: .text("folder")]
        if let parent { values[.parent] = .text(parent.id.description) }
        return Folder(id: .random(), values: values)
    }

    private static func album(_ title: String, in parent: Folder? = nil, subtype: String? = nil, count: UInt32 = 3)
        -> AssetCollection
    {
        var values: [CollectionProperty: PropertyValue] = [
            .title: .text(title), .type: .text(subtype == nil ? "album" : "smart"), .count: .unsigned(count),
        ]
        if let parent { values[.parent] = .text(parent.id.description) }
        if let subtype { values[.subtype] = .text(subtype) }
        return AssetCollection(id: .random(), values: values)
    }

    @Test("folders come before what is in them, sorted by title")
    func order() {
        let travel = Self.folder("Travel")
        let year = Self.folder("2024", in: travel)
        let tree = CollectionTree(
            [Self.album("winter"), Self.album("Summer", in: year), Self.album("Autumn", in: travel)], [year, travel])
        #expect(tree.nodes.map(\.name) == ["Travel/", "Travel/2024/", "Travel/2024/Summer", "Travel/Autumn", "winter"])
    }

    @Test("a unique title is enough, otherwise the path or the identifier is needed")
    func names() throws {
        let travel = Self.folder("Travel")
        let (one, other) = (Self.album("Summer", in: travel), Self.album("Summer"))
        let tree = CollectionTree([one, other, Self.album("Favorites", subtype: "favorites")], [travel])
        #expect(try tree.node(named: "Travel/Summer", .album).id == ObjectID(one.id))
        #expect(try tree.node(named: "Summer", .album).id == ObjectID(other.id), "a path of its own comes first")
        #expect(try tree.node(named: one.id.description.uppercased(), .album).id == ObjectID(one.id))
        #expect(try tree.folder(named: "Travel/") == travel.id)
        #expect(try tree.node(named: "favorites", .anyAlbum).word == "favorites")
        #expect(try tree.node(named: "travel", .albumOrFolder).isFolder)

        let duplicates = CollectionTree([Self.album("Twin"), Self.album("Twin")], [])
        let several = #expect(throws: CommandFailure.self) { try duplicates.node(named: "Twin", .album) }
        #expect(several?.code == .usage && several?.message.hasPrefix("2 albums have the name 'Twin': ") == true)
        let namesakes = CollectionTree([Self.album("Travel")], [travel])
        #expect(try namesakes.node(named: "Travel/", .albumOrFolder).isFolder)
        #expect(try !namesakes.node(named: "Travel", .albumOrFolder).isFolder, "the folder is the one with the slash")
        let crowd = CollectionTree([Self.album("Travel"), Self.album("Travel")], [travel])
        let either = #expect(throws: CommandFailure.self) { try crowd.node(named: "Travel", .albumOrFolder) }
        #expect(either?.message.hasPrefix("3 albums or folders have the name 'Travel': ") == true)
        let none = #expect(throws: CommandFailure.self) { try tree.node(named: "Spring", .album) }
        #expect(none?.code == .noInput && none?.advice?.contains("albums list") == true)
        let wrong = #expect(throws: CommandFailure.self) { try tree.node(named: "Travel", .album) }
        #expect(wrong?.message == "'Travel' is a folder.")
        let smart = #expect(throws: CommandFailure.self) { try tree.node(named: "favorites", .album) }
        #expect(smart?.message.contains("is an automatic album of the library") == true)
    }

    @Test("a folder on disk means the album with exactly this title, otherwise the one with this name in an export")
    func disk() {
        let (odd, plain) = (Self.album("A?"), Self.album("A_"))
        let outer = Self.folder("B:")
        let (inner, other) = (Self.album("C?", in: outer), Self.album("C_", in: outer))
        let tree = CollectionTree([odd, plain, inner, other], [outer])
        let paths = AlbumPaths(tree, disk: true)
        #expect(paths.albums[["A?"]] == odd.id && paths.albums[["A_"]] == plain.id)
        #expect(paths.albums[["A_-2"]] == odd.id)
        #expect(paths.albums[["B_", "C_"]] == other.id && paths.albums[["B_", "C_-2"]] == inner.id)
        for place in ExportFolderPlan(tree).places { #expect(paths.albums[place.path] == place.album) }
    }

    @Test("of two albums with the same title, the empty one gets a different name")
    func emptyTwin() {
        for _ in 0..<4 {
            let (full, empty) = (Self.album("Best"), Self.album("Best", count: 0))
            for albums in [[full, empty], [empty, full]] {
                let places = ExportFolderPlan(CollectionTree(albums, [])).places
                #expect(places.first { $0.path == ["Best"] }?.album == full.id)
                #expect(places.first { $0.path == ["Best-2"] }?.album == empty.id)
            }
        }
    }

    @Test("a cycle of folders, which a changing library may show, ends")
    func circle() {
        var one = Self.folder("A")
        let other = Self.folder("B", in: one)
        one = Folder(id: one.id, values: one.values.merging([.parent: .text(other.id.description)]) { $1 })
        #expect(CollectionTree([], [one, other]).nodes.count == 2)
    }

    @Test("the folders of an export have safe names, unique without regard to case")
    func plan() {
        let folder = Self.folder("../Mom: & Dad?")
        let tree = CollectionTree(
            [
                Self.album("Summer"), Self.album("SUMMER"), Self.album("-rf", in: folder),
                Self.album("$(reboot)", in: folder),
                Self.album("not in an album"), Self.album("Ends. "), Self.album("..", in: folder),
            ], [folder])
        #expect(
            Set(ExportFolderPlan(tree).places.map { $0.path.joined(separator: "/") }) == [
                "_Mom_ & Dad_/_rf", "_Mom_ & Dad_/_(reboot)", "_Mom_ & Dad_/Album", "Ends", "not in an album",
                "SUMMER",
                "Summer-2",
            ])
    }
}

@Suite("Names for exports")
struct ExportTreeTests {
    @Test(
        "a title of blanks, dots or slashes becomes a safe name",
        arguments: [" ", ". .", "...", "/", "\t"])
    func blanks(_ title: String) {
        let folder = Folder(id: .random(), values: [.title: .text(title)])
        let inner = Folder(id: .random(), values: [.title: .text("home"), .parent: .text(folder.id.description)])
        let album = AssetCollection(
            id: .random(), values: [.title: .text(title), .type: .text("album"), .parent: .text(inner.id.description)])
        let path = ExportFolderPlan(CollectionTree([album], [folder, inner])).places.first?.path
        #expect(path?.count == 3 && path?[1] == "home")
        for name in path ?? [] { #expect(!name.isEmpty && !name.contains("/") && name != "." && name != "..") }
    }

    @Test("no name and no link leads out of the folder", arguments: ["", ".", "..", "a/b", "/etc"])
    func outside(_ name: String) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "filmgatectl-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let tree = try ExportTree(DiskPath(path))
        #expect(throws: ExportFailure.self) { try tree.folder([name]) }
        try FileManager.default.createSymbolicLink(atPath: "\(path)/link", withDestinationPath: "/tmp")
        #expect(throws: ExportFailure.self) { try tree.folder(["link"]) }
        #expect(try tree.folder(["a", "b"]).path == "\(path)/a/b")
    }
}

@Suite("A mark under a mistake")
struct CaretTests {
    init() { fg_use_utf8_locale() }

    @Test("is under the column that the message names")
    func under() {
        #expect(
            ErrorExcerpt("column 3: x", in: "e\u{301}!", columns: 80)?.lines == ["e\u{301}!", " ^"], "code points count"
        )
        let caret = ErrorExcerpt("column 12: there is no property 'favorit'.", in: "rating and favorit", columns: 80)
        #expect(caret?.lines == ["rating and favorit", "           ^"])
        #expect(ErrorExcerpt("no column", in: "x", columns: 80) == nil)
        #expect(
            ErrorExcerpt("column 3: x", in: "日本語", columns: 80)?.lines == [
                "日本語", String(repeating: " ", count: Text.width("日本")) + "^",
            ])
        #expect(ErrorExcerpt("column 99: x", in: "ab", columns: 80)?.lines == ["ab", "  ^"])
    }

    @Test("shows the part of a long condition around it")
    func long() throws {
        let text = String(repeating: "rating = 1 or ", count: 20) + "favorit"
        let column = text.count - 6
        let caret = try #require(ErrorExcerpt("column \(column): …", in: text, columns: 60))
        #expect(caret.lines.allSatisfy { Text.width($0) <= 60 })
        let mark = caret.lines[1].count - 1
        #expect(Array(caret.lines[0])[mark] == "f")
    }
}
