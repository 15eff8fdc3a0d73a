import FilmgateModel
import FilmgateTestKit

@testable import FilmgatePolicy
@testable import FilmgateStore

/// Changes of all kinds but purging, of objects that may not exist any more.
struct RandomChanges {
    var assets: [AssetID] = []
    var albums: [AlbumID] = []
    var folders: [FolderID] = []
    private var number = 0

    mutating func step(_ chance: inout Chance, by client: ClientID, _ fixture: UndoFixture) async throws {
        number += 1
        let text = "\(number)"
        var seen: Set<AssetID> = []
        let some = assets.isEmpty ? [] : chance.some(of: assets).filter { seen.insert($0).inserted }
        let (album, folder) = (pick(albums, &chance), pick(folders, &chance))
        let (other, asset) = (pick(folders, &chance), pick(assets, &chance))
        do {
            switch (chance.below(22), asset, album, folder) {
            case (0...1, _, _, _): assets.append(try await fixture.add(by: client, title: text))
            case (2, _, _, _):
                let id = AlbumID.random()
                albums.append(id)
                let rule: Predicate<AssetProperty>? = chance.below(4) == 0 ? .isTrue(.favorite) : nil
                try await fixture.apply([.createAlbum(id, title: text, in: folder, rule: rule)], by: client)
            case (3, _, _, _):
                let id = FolderID.random()
                folders.append(id)
                try await fixture.apply([.createFolder(id, title: text, in: folder)], by: client)
            case (4, let asset?, _, _):
                try await fixture.set(asset, by: client) {
                    ($0.title, $0.altText, $0.isHidden, $0.keywords) = (text, text, true, [text])
                }
            case (5, let asset?, _, _):
                try await fixture.set(asset, by: client) {
                    ($0.creationDate, $0.rating, $0.removesLocation) = (.seconds(1), 3, true)
                }
            case (6, _, _, _): try await fixture.apply([.deleteAssets(some)], by: client)
            case (7, _, _, _): try await fixture.apply([.restoreAssets(some)], by: client)
            case (8, let asset?, _, _): try await fixture.edit(asset, by: client)
            case (9, let asset?, _, _): try await fixture.apply([.revertContent(asset)], by: client)
            case (10, _, let album?, _):
                try await fixture.apply([.insertAssets(some, into: album, at: chance.below(3))], by: client)
            case (11, _, let album?, _):
                try await fixture.apply([.moveAssets(some, in: album, to: chance.below(3))], by: client)
            case (12, _, let album?, _): try await fixture.apply([.removeAssets(some, from: album)], by: client)
            case (13, _, let album?, _):
                try await fixture.apply([.rename(ObjectID(album), title: text), .deleteAlbums([album])], by: client)
            case (14, _, let album?, let folder?):
                let children = [ObjectID(album)] + (other.map { [ObjectID($0)] } ?? [])
                try await fixture.apply([.addChildren(children, to: folder)], by: client)
            case (15, _, _, let folder?):
                try await fixture.apply([.rename(ObjectID(folder), title: text)], by: client)
                if chance.below(2) == 0 { try await fixture.apply([.deleteFolders([folder])], by: client) }
            case (16, let asset?, let album?, _): try await fixture.apply([.setCover(asset, of: album)], by: client)
            case (17, _, let album?, let folder?):
                try await fixture.apply(
                    [.insertChildren([ObjectID(album)], into: folder, at: chance.below(2))], by: client)
            case (18, _, let album?, let folder?):
                try await fixture.apply([.moveChildren([ObjectID(album)], in: folder, to: 0)], by: client)
            case (19, let asset?, _, _):
                try await fixture.set(asset, by: client) { $0.location = Location(latitude: 1, longitude: 2) }
            case (20, _, let album?, _):
                try await fixture.apply([.setRule(.compares(.title, .equal, .text(text)), of: album)], by: client)
            case (21, _, let album?, _):
                try await fixture.apply([.insertChildren([ObjectID(album)], into: nil, at: 0)], by: client)
                try await fixture.apply([.moveChildren([ObjectID(album)], in: nil, to: 0)], by: client)
            default: return
            }
        } catch is ChangeRefusal {
            // It does not exist any more, or cannot be there.
        }
    }

    private func pick<T>(_ list: [T], _ chance: inout Chance) -> T? {
        list.isEmpty ? nil : list[chance.below(list.count)]
    }
}
