import Filmgate
import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Collections and their changes", .inProcess)
struct CollectionChangeTests {
    @Test("a batch makes a folder, an album in it and a photo in that, and refers to them before they exist")
    func placeholders() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let earlier = try await world.fill(library, 2)
            let file = try world.file(TestPhoto.small("new").bytes)
            var request = ChangeRequest()
            let photo = request.createAsset(from: [NewAssetResource(.photo, file)])
            let folder = request.createFolder(title: "Travel")
            let album = request.createAlbum(title: "Summer", in: folder)
            request.add([photo, earlier[0]], to: album)
            request.insert([earlier[1]], into: album, at: 0)
            request.move([photo], in: album, to: 2)
            request.rename(album, to: "Summer 2024")
            try await library.perform(request, dryRun: true)
            #expect(try await library.fetch(.albums).count == 0, "a dry run changes nothing")

            let result = try await library.perform(request)
            let made = try #require(result[album])
            let new = try #require(result[photo])
            #expect(try await ids(.assets(in: made), library) == [earlier[1], earlier[0], new])
            let collection = try #require(try await library.fetch(.albums).elements.first)
            #expect(collection.id == made && collection.title == "Summer 2024" && collection.type == .album)
            #expect(collection.count == 3 && collection.parent == result[folder])
            let parent = try #require(try await library.fetch(.folders).elements.first)
            #expect(parent.id == result[folder] && parent.title == "Travel" && parent.type == .folder)

            // Objects and identifiers work alike.
            let asset = try #require(try await library.fetch(.assets(in: collection)).elements.first)
            try await library.performChanges { request in
                request.remove([asset, new], from: collection)
                request.remove([collection], from: parent)
                request.deleteFolders([parent])
            }
            #expect(try await ids(.assets(in: made), library) == [earlier[0]])
            #expect(try await library.fetch(.folders).count == 0)
            #expect(
                try await library.fetch(.collections(containing: earlier[0]).where { $0.title == "Summer 2024" }).count
                    == 1)
        }
    }

    @Test("deleted photos are restored or purged, and a batch that fails names its change")
    func trash() async throws {
        try await withWorld { world in
            let library = try await PhotoLibrary.connect(to: world.libraryBus)
            let me = try #require(try await library.clientIdentity().id)
            let decision = GrantDecision(.full, GrantOptions(rights: .all))
            try await library.administration.setGrant(of: me, decision)
            let photos = try await world.fill(library, 3)
            // A client that is not a tool of the owner needs the person for this.
            for words in [
                ["assets", "delete", photos[0].description, photos[1].description],
                ["trash", "purge", photos[1].description, "--yes"],
            ] {
                #expect(try await world.ctl(words).code == 0)
            }
            #expect(try await ids(.assets(in: .trash), library) == [photos[0]])
            try await library.performChanges { $0.restoreAssets([photos[0]]) }
            #expect(try await Set(ids(.assets, library)) == [photos[0], photos[2]])
            let error = await #expect(throws: PhotoLibraryError.self) {
                try await library.performChanges { request in
                    let album = request.createAlbum(title: "A")
                    request.insert([photos[0]], into: album, at: 5)
                }
            }
            guard case .inChange(1, .invalidArgument)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try await library.fetch(.albums).count == 0)
        }
    }

    @Test("smart albums, moments and years exist, and a transient album works like an album")
    func kinds() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let photos = try await world.fill(library, 3)
            var favorite = AssetChanges()
            favorite.isFavorite = true
            try await library.performChanges { $0.set(favorite, of: photos[1]) }
            let smart = try await library.fetch(.smartAlbums).snapshot()
            #expect(Set(smart.compactMap(\.smartAlbumSubtype)) == Set(SmartAlbumSubtype.allCases))
            #expect(smart.first { $0.smartAlbumSubtype == .favorites }?.count == 1)
            #expect(try await ids(.assets(in: .favorites), library) == [photos[1]])
            let moment = try #require(try await library.fetch(.moments).elements.first)
            #expect(moment.type == .moment && moment.count == 3 && moment.startDate == moment.endDate)
            let year = try #require(try await library.fetch(.momentYears).elements.first)
            #expect(year.type == .momentYear && year.title == "2024")
            #expect(try await library.fetch(.collections(in: year.id)).elements.map(\.id) == [moment.id])

            let list = try await library.createTransientAlbum(title: "Chosen", of: [photos[2], photos[0]])
            #expect(try await ids(.assets(in: list), library) == [photos[2], photos[0]])
            #expect(
                try await library.capabilities(of: photos).allSatisfy { $0.isSuperset(of: [.read, .setProperties]) })
        }
    }

    private func ids(_ request: FetchRequest<Asset>, _ library: PhotoLibrary) async throws -> [AssetID] {
        try await library.fetch(request).snapshot().map(\.id)
    }
}
