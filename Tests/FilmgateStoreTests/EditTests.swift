import FilmgateModel
import FilmgateStore
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePolicy

@Suite("Edits in the store")
struct EditTests {
    /// The rules in a simple form.
    private struct Model {
        struct Asset {
            let original: ContentHash
            /// The asset that it is a duplicate of.
            var source: AssetID?
            var render: ContentHash?
            var format: AdjustmentFormat?
            var isTrashed = false
            /// Counts the changes of its content.
            var changes = 0
        }

        var assets: [AssetID: Asset] = [:]
    }

    private static func format(_ number: Int) -> AdjustmentFormat {
        AdjustmentFormat(identifier: "org.example.Format\(number)", version: "1").orTrap
    }

    private static func edit(
        of asset: EditableAsset, _ format: AdjustmentFormat, in fixture: Fixture
    ) async throws -> AssetEdit {
        var facts = MediaFacts(mediaType: .image, mimeType: "image/png", pixelWidth: 7, pixelHeight: 5)
        facts.orientation = 1
        return AssetEdit(
            of: asset,
            [
                StagedResource(
                    .fullSizePhoto, try await fixture.stage(), filename: "edited.png", mimeType: "image/png")
            ], facts, format, data: try await fixture.stage("data"))
    }

    /// `FILMGATE_RANDOM_EDITS` says how many steps; by default a few.
    @Test("match a model in random histories of edits, reverts, copies, deletions and restorations")
    func random() async throws {
        let steps = ProcessInfo.processInfo.environment["FILMGATE_RANDOM_EDITS"].flatMap { Int($0) } ?? 400
        let fixture = try await Fixture(in: "/dev/shm")
        var random = SeededRandom(seed: 17)
        var model = Model()
        var begun: [(asset: EditableAsset, changes: Int)] = []
        for step in 0..<steps {
            let id = model.assets.keys.sorted { $0.uuid < $1.uuid }.randomElement(using: &random)
            switch (Int.random(in: 0..<17, using: &random), id) {
            case (0...1, _), (_, nil):
                let text = "\(step)"
                let new = try await fixture.add(text)
                model.assets[new] = Model.Asset(original: try await fixture.stage(text).hash)
            case (15, let id?):
                // A duplicate: what the asset shows becomes an original of its own.
                let text = "\(step)"
                let new = AssetID.random()
                let file = try await fixture.stage(text)
                _ = try await fixture.apply([
                    .createAsset(new, AssetCreation(.photo(file), originalAsset: id))
                ])
                model.assets[new] = Model.Asset(original: file.hash, source: id)
            case (2...4, let id?):
                let asset = try #require(try await fixture.library.editableAsset(id, visibleTo: .everything))
                #expect(asset.format == model.assets[id]?.format)
                begun.append((asset, model.assets[id]?.changes ?? 0))
            case (5...9, _):
                guard let index = begun.indices.randomElement(using: &random) else { continue }
                let (asset, changes) = begun.remove(at: index)
                let format = Self.format(Int.random(in: 0..<3, using: &random))
                let edit = try await Self.edit(of: asset, format, in: fixture)
                let refused: ChangeRefusal.Reason? =
                    if let now = model.assets[asset.id] {
                        now.changes == changes ? nil : .contentChanged
                    } else {
                        .notFound
                    }
                do {
                    _ = try await fixture.apply([.setContent(asset.id, edit)])
                    #expect(refused == nil)
                    model.assets[asset.id]?.render = edit.renders[0].file.hash
                    model.assets[asset.id]?.format = format
                    model.assets[asset.id]?.changes += 1
                } catch let refusal as ChangeRefusal {
                    #expect(refusal.reason == refused)
                }
            case (10...11, let id?):
                _ = try await fixture.apply([.revertContent(id)])
                if model.assets[id]?.render != nil { model.assets[id]?.changes += 1 }
                model.assets[id]?.render = nil
                model.assets[id]?.format = nil
            case (12, let id?):
                _ = try await fixture.apply([.deleteAssets([id])])
                model.assets[id]?.isTrashed = true
            case (13, let id?):
                _ = try await fixture.apply([.restoreAssets([id])])
                model.assets[id]?.isTrashed = false
            case (14, let id?):
                guard model.assets[id]?.isTrashed == true else { continue }
                _ = try await fixture.apply([.purgeAssets([id])])
                model.assets[id] = nil
                for (copy, asset) in model.assets where asset.source == id { model.assets[copy]?.source = nil }
            case (_, let id?): try await check(id, model.assets[id], fixture)
            }
        }
        for (id, asset) in model.assets { try await check(id, asset, fixture) }
        #expect(try await fixture.problems() == [])
        // Without those that could be brought back.
        try await fixture.library.pruneUndo(keeping: 0, at: .seconds(3_000))
        let files = model.assets.values.reduce(0) { $0 + ($1.render == nil ? 1 : 3) }
        #expect(try fixture.originals().count == files)
    }

    private func check(_ id: AssetID, _ expected: Model.Asset?, _ fixture: Fixture) async throws {
        let row = try await fixture.row(id, .everything)
        let isEdited = expected?.render != nil
        #expect(row.values[.hasAdjustments] == .flag(isEdited))
        #expect(row.values[.adjustmentFormat] == (expected?.format).map { .text($0.identifier) })
        #expect(row.values[.originalAsset] == (expected?.source).map { .text("\($0)") })
        #expect(row.values[.pixelWidth] == .unsigned(isEdited ? 7 : 40))
        #expect(row.values[.contentHash] == (expected?.original).map { .text("\($0)") })
        for (type, hash) in [(ResourceType.photo, expected?.original), (.fullSizePhoto, expected?.render)] {
            let access = try await fixture.library.openResource(of: id, type: type, visibleTo: .everything)
            guard let hash else {
                guard case .noSuchResource = access else {
                    Issue.record("\(type) of \(id) is there")
                    continue
                }
                continue
            }
            guard case .opened(let file) = access else {
                Issue.record("\(type) of \(id) is missing")
                continue
            }
            #expect(try await fixture.library.stage(file.content, for: Fixture.app).hash == hash)
        }
    }

    @Test("keep the size and duration of the original, and give them back")
    func revert() async throws {
        let fixture = try await Fixture()
        var facts = MediaFacts(mediaType: .video, mimeType: "video/mp4", pixelWidth: 1920, pixelHeight: 1080)
        (facts.orientation, facts.duration) = (6, 12.5)
        let id = AssetID.random()
        let file = StagedResource(.video, try await fixture.stage("video"), filename: nil, mimeType: "video/mp4")
        _ = try await fixture.apply([
            .createAsset(id, AssetCreation(StagedAsset(files: [file], facts: facts)))
        ])
        let shape: [AssetProperty] = [.pixelWidth, .pixelHeight, .orientation, .duration]
        func values() async throws -> [PropertyValue?] {
            let row = try await fixture.row(id, .everything)
            return shape.map { row.values[$0] }
        }
        let before = try await values()
        for size in [UInt32(640), 320] {
            let asset = try #require(try await fixture.library.editableAsset(id, visibleTo: .everything))
            #expect(asset.renders == [.fullSizeVideo] && asset.originalOrientation == 6)
            var edited = MediaFacts(mediaType: .video, mimeType: "video/mp4", pixelWidth: size, pixelHeight: 2 * size)
            (edited.orientation, edited.duration) = (1, 2)
            let render = StagedResource(
                .fullSizeVideo, try await fixture.stage(), filename: nil, mimeType: "video/mp4")
            let edit = AssetEdit(of: asset, [render], edited, Self.format(1), data: try await fixture.stage())
            _ = try await fixture.apply([.setContent(id, edit)])
            #expect(
                try await values() == [.unsigned(size), .unsigned(2 * size), .unsigned(1), .seconds(2)])
        }
        _ = try await fixture.apply([.revertContent(id)])
        #expect(try await values() == before)
        #expect(try await fixture.problems() == [])
    }

    @Test("can be made again after a change of the same batch was refused, and leave no file behind otherwise")
    func refused() async throws {
        let fixture = try await Fixture()
        let id = try await fixture.add("1234567890")
        let asset = try #require(try await fixture.library.editableAsset(id, visibleTo: .everything))
        var edit: AssetEdit? = try await Self.edit(of: asset, Self.format(1), in: fixture)
        let missing = AlbumID.random()
        for _ in 0..<3 {
            await #expect(throws: ChangeRefusal.self) {
                try await fixture.apply([.setContent(id, edit), .rename(ObjectID(missing), title: "x")])
            }
            #expect(try await fixture.library.summary().bytes == 10)
            try await fixture.library.sweep()
            #expect(try await fixture.problems() == [])
        }
        _ = try await fixture.apply([.setContent(id, edit)])
        edit = nil
        #expect(try fixture.originals().count == 3)
        #expect(try await fixture.library.summary().bytes == 10 + 36 + 4)
        #expect(try await fixture.problems() == [])

        let edited = try #require(try await fixture.library.editableAsset(id, visibleTo: .everything))
        var second: AssetEdit? = try await Self.edit(of: edited, Self.format(1), in: fixture)
        await #expect(throws: ChangeRefusal.self) {
            try await fixture.apply([.setContent(id, second), .rename(ObjectID(missing), title: "x")])
        }
        second = nil
        #expect(try fixture.originals().count == 3, "the session ended")
        #expect(try await fixture.problems() == [])
    }

    @Test("count as the library's bytes, and are refused beyond its capacity")
    func capacity() async throws {
        let fixture = try await Fixture()
        let id = try await fixture.add("1234567890")
        let asset = try #require(try await fixture.library.editableAsset(id, visibleTo: .everything))
        let edit = try await Self.edit(of: asset, Self.format(1), in: fixture)
        _ = try await fixture.apply([.setContent(id, edit)])
        #expect(try await fixture.library.summary().bytes == 10 + 36 + 4)
        _ = try await fixture.apply([.revertContent(id)])
        #expect(try await fixture.library.summary().bytes == 10)
    }
}
