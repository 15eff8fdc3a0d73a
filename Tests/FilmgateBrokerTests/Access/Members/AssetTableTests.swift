import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import FoundationXML
import Testing

/// Each member that takes an asset's identifier is called about assets in every state.
@Suite("The table of assets", .inProcess)
struct AssetTableTests {
    @Test("is what callers meet", arguments: AssetTable.columns)
    func outcomes(of column: String) async throws {
        let words = column.split(separator: ".").map(String.init)
        let caller = try #require(MemberCaller(rawValue: words[0]))
        try await withWorld(caller.settings) { world in
            try await caller.act(in: world) { scene in
                var shared: String?
                for (name, cells) in AssetTable.rows {
                    let call = try #require(AssetCalls.all[name])
                    let isSpoiling = AssetCalls.spoiling.contains(name)
                    var asset = isSpoiling ? nil : shared
                    if asset == nil { asset = try await Self.asset(words[1], caller, in: scene) }
                    if !isSpoiling { shared = asset }
                    let outcome = try await Self.outcome(of: call, about: asset ?? "", in: scene)
                    #expect(outcome == cells[column], "\(name) of \(column)")
                }
            }
        }
    }

    private static func outcome(
        of call: AssetCalls.Call, about asset: String, in scene: MemberScene
    ) async throws -> String {
        let before = await scene.person.count(of: scene.id)
        var outcome = "ok"
        do {
            if try await !call(scene, asset) { outcome = "none" }
        } catch let error as BusError {
            outcome = MemberCall.words[error.kind] ?? error.kind
        }
        return await scene.person.count(of: scene.id) > before ? "asks" : outcome
    }

    /// Adds an asset, and brings it into that state.
    private static func asset(_ state: String, _ caller: MemberCaller, in scene: MemberScene) async throws -> String {
        switch state {
        case "own": return try await scene.caller.add(TestPhoto.small())
        case "inb": return try await scene.scanner.add(TestPhoto.small())
        case "non": return MemberScene.nothing
        default: break
        }
        let asset = try await scene.owner.add(
            TestPhoto.small(), properties: state == "hid" ? ["hidden": true] : [:])
        if caller == .limited, state != "uns" {
            try await scene.owner.changeSelection(of: scene.id, add: [asset])
        }
        if state == "tra" { try await scene.owner.delete(asset) }
        return asset
    }

    @Test("has a row for every member that takes an asset's identifier, and a call and all cells for every row")
    func complete() throws {
        #expect(AssetTable.rows.map(\.name).sorted() == AssetCalls.all.keys.sorted())
        for (name, cells) in AssetTable.rows { #expect(cells.count == AssetTable.columns.count, "\(name)") }
        let named = try MemberTableTests.methods(taking: { argument in
            ["id", "ids", "identifiers", "receipts"].contains(argument)
        })
        // These identifiers are of prompts; selections are the person's, and hold what the app cannot see.
        let others: Set = ["Active", "Prompt", "Dismiss"]
        #expect(named.subtracting(others).isSubset(of: Set(AssetTable.rows.map(\.name))), "\(named)")
    }
}
