import FilmgateModel
import FilmgateSQLite
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

/// The rules in a simple form: for each aspect a stack of changes. Undoing takes changes off it, and undoing that puts
/// them on again.
private struct UndoModel {
    struct Change: Equatable {
        let number: Int
        let client: ClientID
        let value: String
    }

    struct Aspect: Hashable {
        let object: Int
        let name: String
    }

    /// What an owner's batch did: changes with their numbers, or an undo with the stacks before and after it.
    enum Batch {
        case changes(Set<Int>)
        case undo([Aspect: (before: [Change], after: [Change])])
    }

    var stacks: [Aspect: [Change]] = [:]
    var ownersBatches: [Batch] = []
    private var number = 0

    func value(_ aspect: Aspect) -> String { stacks[aspect]?.last?.value ?? "" }

    mutating func change(_ changes: [(Aspect, String)], by client: ClientID) {
        var numbers: Set<Int> = []
        for (aspect, value) in changes where self.value(aspect) != value {
            number += 1
            numbers.insert(number)
            stacks[aspect, default: []].append(Change(number: number, client: client, value: value))
        }
        if client == UndoFixture.owner, !numbers.isEmpty { ownersBatches.append(.changes(numbers)) }
    }

    mutating func undo(_ client: ClientID) {
        take { $0.client == client }
    }

    mutating func undoLast() {
        switch ownersBatches.last {
        case nil: return
        case .changes(let numbers): take { numbers.contains($0.number) }
        case .undo(let stacks):
            var undone: [Aspect: (before: [Change], after: [Change])] = [:]
            for (aspect, change) in stacks where self.stacks[aspect] == change.after {
                self.stacks[aspect] = change.before
                undone[aspect] = (change.after, change.before)
            }
            if !undone.isEmpty { ownersBatches.append(.undo(undone)) }
        }
    }

    private mutating func take(_ isWanted: (Change) -> Bool) {
        var undone: [Aspect: (before: [Change], after: [Change])] = [:]
        for (aspect, stack) in stacks {
            var rest = stack
            while let last = rest.last, isWanted(last) { rest.removeLast() }
            guard rest.count < stack.count else { continue }
            stacks[aspect] = rest
            undone[aspect] = (stack, rest)
        }
        if !undone.isEmpty { ownersBatches.append(.undo(undone)) }
    }
}

@Suite("Undoing at random")
struct UndoModelTests {
    private static var steps: Int {
        ProcessInfo.processInfo.environment["FILMGATE_RANDOM_UNDOS"].flatMap { Int($0) } ?? 300
    }

    private static let names = ["title", "caption", "alt-text", "favorite", "trash", "album", "content"]

    /// If records are dropped meanwhile, then all but those of the app, whose changes are undone, and the owner's last.
    @Test("matches a model in histories of several clients", .long, arguments: 1...6, [false, true])
    func clients(seed: Int, isTrimming: Bool) async throws {
        let fixture = try await UndoFixture()
        var chance = Chance(seed: UInt64(seed))
        var model = UndoModel()
        var assets: [AssetID] = []
        for _ in 0..<6 { assets.append(try await fixture.add(by: UndoFixture.owner)) }
        let album = AlbumID.random()
        try await fixture.apply([.createAlbum(album, title: "Album")], by: UndoFixture.owner)
        // The history begins here.
        try await fixture.store.library.pruneUndo(keeping: 0, at: .seconds(fixture.now + 1))
        let clients = [UndoFixture.owner, UndoFixture.app, UndoFixture.other]
        for step in 0..<Self.steps {
            switch chance.below(10) {
            case 0:
                let client = clients[isTrimming ? 1 : 1 + chance.below(2)]
                try await fixture.undo(.init(client))
                model.undo(client)
            case 1:
                try await fixture.undo()
                model.undoLast()
            default:
                let (client, object) = (clients[chance.below(3)], chance.below(assets.count))
                let name = Self.names[chance.below(Self.names.count)]
                let value = chance.below(3) == 0 ? "" : "\(step)"
                let (id, aspect) = (assets[object], UndoModel.Aspect(object: object, name: name))
                let isOn = !value.isEmpty
                var reported = value
                switch name {
                case "title": try await fixture.set(id, by: client) { $0.title = value }
                case "caption": try await fixture.set(id, by: client) { $0.caption = value }
                case "alt-text": try await fixture.set(id, by: client) { $0.altText = value }
                case "favorite":
                    try await fixture.set(id, by: client) { $0.isFavorite = isOn }
                    reported = isOn ? "1" : ""
                case "trash":
                    try await fixture.apply([isOn ? .deleteAssets([id]) : .restoreAssets([id])], by: client)
                    reported = isOn ? "1" : ""
                case "album":
                    try await fixture.apply(
                        [isOn ? .addAssets([id], to: album) : .removeAssets([id], from: album)], by: client)
                    reported = isOn ? "1" : ""
                default:
                    if isOn {
                        reported = "\(try await fixture.edit(id, by: client))"
                    } else {
                        try await fixture.apply([.revertContent(id)], by: client)
                    }
                }
                model.change([(aspect, reported)], by: client)
            }
            if isTrimming, chance.below(4) == 0 {
                let client = clients[chance.below(3)]
                try await fixture.trim(client, undos: client == UndoFixture.app || chance.below(2) == 0)
            }
            let values = try await Self.values(of: assets, fixture)
            for object in assets.indices {
                for name in Self.names {
                    let expected = model.value(UndoModel.Aspect(object: object, name: name))
                    let found = values[object][name] ?? "gone"
                    try #require(found == expected, "seed \(seed), step \(step): \(name) of \(object)")
                }
            }
        }
        // Records that were dropped by hand leave files behind.
        if isTrimming { try await fixture.store.library.sweep() }
        #expect(try await fixture.store.problems() == [])
    }

    private static func values(of assets: [AssetID], _ fixture: UndoFixture) async throws -> [[String: String]] {
        try await fixture.store.library.database.read { database in
            try assets.map { id in
                try database.first(
                    """
                    SELECT ifnull(title, ''), ifnull(caption, ''), favorite, trashed_date IS NOT NULL,
                        EXISTS (SELECT 1 FROM album_asset AS p WHERE p.asset = a.row),
                        ifnull((SELECT hash FROM resource WHERE asset = a.row AND type = 'full-size-photo'), x''),
                        ifnull(alt_text, '')
                    FROM asset AS a WHERE id = \(id.bytes)
                    """
                ) { row in
                    let hash = row.blob(5)
                    return [
                        "title": row.text(0), "caption": row.text(1), "favorite": row.flag(2) ? "1" : "",
                        "alt-text": row.text(6), "trash": row.flag(3) ? "1" : "", "album": row.flag(4) ? "1" : "",
                        "content": hash.isEmpty ? "" : ContentHash(bytes: hash).map { "\($0)" } ?? "?",
                    ]
                } ?? [:]
            }
        }
    }

    @Test("returns the whole library to what it was before a client came, and back again", .long, arguments: 1...6)
    func whole(seed: Int) async throws {
        let fixture = try await UndoFixture()
        var chance = Chance(seed: UInt64(seed))
        var world = RandomChanges()
        for _ in 0..<40 { try await world.step(&chance, by: UndoFixture.owner, fixture) }
        for round in 0..<Self.steps / 60 {
            let before = try await fixture.state()
            let start = fixture.now + 1
            for _ in 0..<30 { try await world.step(&chance, by: UndoFixture.app, fixture) }
            let after = try await fixture.state()
            let scene: Comment = "seed \(seed), round \(round)"
            let report = try await fixture.undo(.init(UndoFixture.app, since: start))
            #expect(report.skipped == [], scene)
            func untouched() async throws -> [String] {
                let known = Set(before.map { $0.split(separator: " ")[1] })
                // What was added is in the trash.
                return try await fixture.state().filter { line in
                    let words = line.split(separator: " ")
                    return known.contains(words[1]) || words[2] != "0"
                }
            }
            let undone = try await untouched().differences(from: before)
            try #require(undone == [], scene)
            #expect(try await fixture.undo().skipped == [], scene)
            let redone = try await fixture.state().differences(from: after)
            try #require(redone == [], scene)
            #expect(try await fixture.undo().skipped == [], scene)
            let undoneAgain = try await untouched().differences(from: before)
            try #require(undoneAgain == [], scene)
            #expect(try await fixture.store.problems() == [], scene)
            for _ in 0..<5 { try await world.step(&chance, by: UndoFixture.owner, fixture) }
        }
    }
}

extension [String] {
    /// Returns the lines that only one of two states has.
    func differences(from other: [String]) -> [String] {
        filter { !other.contains($0) }.map { "+ \($0)" } + other.filter { !contains($0) }.map { "- \($0)" }
    }
}
