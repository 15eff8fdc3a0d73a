import CFilmgateTerminal
import Filmgate
import FilmgateText
import Testing

@testable import FilmgateTool

@Suite("A line of what has changed")
struct WatchLineTests {
    init() { fg_use_utf8_locale() }

    private static func list(_ count: Int, _ change: (inout LibraryChanges, [AssetID]) -> Void) throws -> ChangeList {
        var changes = LibraryChanges()
        change(&changes, (0..<count).map { _ in .random() })
        return try #require(changes.lists.first)
    }

    @Test("fits a terminal, under a line with the day where that is another", arguments: [40, 80, 200])
    func terminal(_ columns: Int) throws {
        var lines = WatchLines(columns: columns)
        let list = try Self.list(3) { $0.enteredScope = $1 }
        let names = Dictionary(uniqueKeysWithValues: list.ids.map { ($0, String(repeating: "東", count: 60)) })
        let day = Timestamp(rawValue: 1_700_000_000_000_000)
        let first = lines.text(of: list, .grant, names: names, at: day)
        let later = lines.text("One sentence, which may be longer than the terminal is wide.", at: day)
        let next = lines.text(of: list, .grant, names: names, at: day.advanced(bySeconds: 2 * 86_400))
        #expect(first.split(separator: "\n").count == 4 && next.split(separator: "\n").count == 4)
        #expect(first.hasPrefix("2023-11-1") && !later.hasPrefix("2023"))
        for line in (first + later + next).split(separator: "\n") { #expect(Text.width(line) <= columns, "\(line)") }
    }

    @Test("stands for each of up to ten, and for all where they are more")
    func counts() throws {
        var lines = WatchLines(columns: nil)
        for (count, expected) in [(1, 1), (10, 10), (11, 1), (1_000, 1)] {
            let list = try Self.list(count) { $0.deleted = $1 }
            let text = lines.text(of: list, .library, names: [list.ids[0]: "a.jpg"], at: Timestamp(rawValue: 0))
            #expect(text.split(separator: "\n").count == expected)
            #expect(text.contains("a.jpg") && text.contains(list.ids[min(count, 3) - 1].description))
            #expect(text.contains("\(Text.number(count)) photos deleted: a.jpg, ") == (count > 10))
        }
    }

    @Test("does nothing to a terminal, whatever things are called")
    func hostile() throws {
        var lines = WatchLines(columns: nil)
        for count in [1, 20] {
            let list = try Self.list(count) { $0.albumsInserted = $1.map { AlbumID(uuid: $0.uuid) } }
            let names = [list.ids[0]: "\u{1B}[2J\n\u{202E}x"]
            let text = lines.text(of: list, .library, names: names, at: Timestamp(rawValue: 0))
            #expect(text.contains("\u{FFFD}[2J \u{FFFD}x") && text.split(separator: "\n").count == 1)
        }
    }

    @Test("names every list by its contract's key")
    func keys() {
        var changes = LibraryChanges()
        (changes.inserted, changes.updated, changes.deleted) = ([.random()], [.random()], [.random()])
        (changes.enteredScope, changes.leftScope) = ([.random()], [.random()])
        changes.albumsInserted = [.random()]
        changes.albumsUpdated = [.random()]
        changes.albumsDeleted = [.random()]
        changes.foldersInserted = [.random()]
        changes.foldersUpdated = [.random()]
        changes.foldersDeleted = [.random()]
        let lists = changes.lists
        #expect(
            lists.map(\.key) == [
                "inserted", "updated", "deleted", "entered-scope", "left-scope", "albums-inserted", "albums-updated",
                "albums-deleted", "folders-inserted", "folders-updated", "folders-deleted",
            ])
        #expect(
            lists.map { "\($0.noun) \($0.eventText)" } == [
                "photo inserted", "photo updated", "photo deleted", "photo entered scope", "photo left scope",
                "album inserted", "album updated", "album deleted", "folder inserted", "folder updated",
                "folder deleted",
            ])
        #expect(lists.reduce(0) { $0 + $1.ids.count } == changes.count)
    }
}
