import Filmgate
import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Images of the client library", .inProcess)
struct ImageDeliveryTests {
    @Test("library.image(for:fitting:) brings images as they come, the final one last, and errors of a single asset")
    func delivered() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let asset = try await Self.add(.memory(try TestPhoto.large().bytes), in: world)
            var images: [PhotoImage] = []
            for try await image in library.image(for: asset, fitting: 800) { images.append(image) }
            let final = try #require(images.last)
            #expect((final.pixelWidth, final.pixelHeight) == (800, 600) && final.mimeType == "image/jpeg")
            #expect(!final.isDegraded && images.dropLast().allSatisfy(\.isDegraded) && images.count <= 2)
            #expect(try final.content.contents(upTo: 1 << 20)?.starts(with: [0xFF, 0xD8]) == true)
            let best = try await library.image(for: asset, fitting: 100, delivery: .highQuality).last
            #expect(best.pixelWidth == 100 && !best.isDegraded)
            let absent = await #expect(throws: PhotoLibraryError.self) {
                _ = try await library.image(for: .random(), fitting: 100).last
            }
            guard case .notFound? = absent else {
                Issue.record("\(String(describing: absent))")
                return
            }
        }
    }

    @Test("library.image(for:fitting:) ends with its task: the worker that makes the image stops")
    func cancelled() async throws {
        let worker = "[render]\nworker=\(BuiltProgram.path("misbehaving-worker"))\n"
        try await withWorld(WorldSettings(configuration: worker)) { world in
            let library = try await world.authorizedLibrary()
            let file = URL.temporaryDirectory.appending(path: "\(UUID().uuidString.prefix(8))")
            defer { try? FileManager.default.removeItem(at: file) }
            let asset = try await Self.add(.memory(Array("make no image as told in \(file.path)".utf8)), in: world)
            let task = Task {
                for try await _ in library.image(for: asset, fitting: 64) { Issue.record("an image was made") }
            }
            try await eventually { FileManager.default.fileExists(atPath: file.path) }
            let process = try #require(Int32(String(decoding: try Data(contentsOf: file), as: UTF8.self)))
            #expect(kill(process, 0) == 0)
            task.cancel()
            _ = await task.result
            try await eventually { kill(process, 0) != 0 }
            #expect(try await library.fetch(.assets).count == 1)
        }
    }

    @Test("CachingImageManager has images made before they are asked for, and ignores unknown assets")
    func caching() async throws {
        try await withWorld(WorldSettings(configuration: "[cache]\nahead=no\n")) { world in
            let library = try await world.authorizedLibrary()
            let asset = try await Self.add(.memory(try TestPhoto.small().bytes), in: world)
            let form = ImageSpecification.fitting(100, 100)
            try await library.cachingImageManager.startCaching([asset, .random()], as: form)
            let cache = "\(world.state)/\(geteuid())/cache"
            try await eventually {
                let files = try? FileManager.default.contentsOfDirectory(atPath: cache)
                return files?.contains { !$0.contains("index") } == true
            }
            let image = try await library.image(for: asset, as: form, delivery: .highQuality).last
            #expect(image.pixelWidth == 100)
            let path = try image.content.path()
            #expect(!path.contains("/cache/"), "an app gets a copy: \(path)")
        }
    }

    @Test("CachingImageManager refuses more than fit into its list, and takes images from it again")
    func list() async throws {
        let worker = "[render]\nworker=\(BuiltProgram.path("misbehaving-worker"))\n"
        try await withWorld(WorldSettings(configuration: worker)) { world in
            let library = try await world.authorizedLibrary()
            let file = URL.temporaryDirectory.appending(path: "\(UUID().uuidString.prefix(8))")
            defer { try? FileManager.default.removeItem(at: file) }
            let asset = try await Self.add(.memory(Array("make no image as told in \(file.path)".utf8)), in: world)
            let (manager, form) = (library.cachingImageManager, ImageSpecification.fitting(64, 64))
            // Nothing is taken from the list while somebody waits for an image.
            let task = Task { try await library.image(for: asset, fitting: 64, delivery: .highQuality).last }
            try await eventually { FileManager.default.fileExists(atPath: file.path) }
            let many = (0..<2000).map { _ in AssetID.random() }
            try await manager.startCaching(many, as: form)
            func isFull() async throws -> Bool {
                do { try await manager.startCaching([asset], as: .fitting(32, 32)) } catch {
                    guard case .limitsExceeded = error else { throw error }
                    return true
                }
                try await manager.stopCaching([asset], as: .fitting(32, 32))
                return false
            }
            // The first is taken, and waits.
            try await eventually { try await !isFull() }
            try await manager.startCaching([.random()], as: form)
            #expect(try await isFull())
            try await manager.stopCaching(Array(many.suffix(2)), as: form)
            #expect(try await !isFull())
            try await manager.startCaching([.random(), .random()], as: form)
            #expect(try await isFull())
            try await manager.stopCachingAll()
            #expect(try await !isFull())
            task.cancel()
            _ = await task.result
        }
    }

    private static func add(_ content: BusArgument.Content, in world: World) async throws -> AssetID {
        try #require(AssetID(try await world.owner.add(content)))
    }
}
