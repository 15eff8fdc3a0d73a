import FilmgateModel
@testable import FilmgatePolicy
@testable import FilmgateStore
import FilmgateSystem
import Foundation
import Testing

@Suite("The cache of images")
struct ImageCacheTests {
    @Test("returns an image in the form in which it was kept, and in no other")
    func kept() async throws {
        let fixture = try await Fixture()
        let picture = try await fixture.picture()
        let small = ImageSpecification.fitting(256, 256)
        #expect(try await fixture.library.cachedImage(of: picture, as: [small]) == nil)
        try await fixture.keep("small", of: picture, as: small)
        try await fixture.keep("large", of: picture, as: .fitting(512, 512))
        #expect(try await fixture.cached(picture, as: small) == "small")
        #expect(try await fixture.cached(picture, as: .fitting(512, 512)) == "large")
        #expect(try await fixture.cached(picture, as: .fitting(256, 255)) == nil)
        #expect(try await fixture.cached(try await fixture.picture(), as: small) == nil)
        try await fixture.keep("again", of: picture, as: small)
        #expect(try await fixture.cached(picture, as: small) == "again")
        #expect(try fixture.cacheFiles().count == 2)
    }

    @Test("returns a degraded image only as one, and by what it was made of")
    func degraded() async throws {
        let fixture = try await Fixture()
        let picture = try await fixture.picture()
        let form = ImageSpecification.fitting(256, 256)
        let image = EncodedImage(content: try fixture.file("degraded".utf8), pixelWidth: 1, pixelHeight: 1)
        try await fixture.library.cache(image, of: picture, as: form, degraded: .own)
        #expect(try await fixture.cached(picture, as: form) == nil)
        #expect(try await fixture.library.cachedImage(of: picture, as: [form], degraded: .embedded) == nil)
        #expect(try await fixture.library.cachedImage(of: picture, as: [form], degraded: .own) != nil)
        try await fixture.keep("image", of: picture, as: form)
        #expect(try await fixture.cached(picture, as: form) == "image")
        #expect(try fixture.cacheFiles().count == 2)
    }

    @Test("tells every form from every other")
    func forms() {
        var forms: [ImageSpecification] = [ImageSpecification()]
        func vary(_ change: (inout ImageSpecification) -> Void) {
            var form = ImageSpecification()
            change(&form)
            forms.append(form)
        }
        vary { $0.width = 1 }
        vary { $0.height = 1 }
        vary { $0.mode = .fill }
        vary { $0.resize = .fast }
        vary { $0.maxPixels = 1 }
        vary { $0.crop = UnitRectangle(x: 0, y: 0, width: 0.5, height: 1).orTrap }
        vary { $0.version = .original }
        vary { $0.format = .png }
        vary { $0.color = .original }
        vary { $0.orientation = 6 }
        // A new property must be varied here, and be a part of the description.
        #expect(Mirror(reflecting: ImageSpecification()).children.count == forms.count - 1)
        #expect(Set(forms.map(\.description)).count == forms.count)
    }

    @Test("never returns an image whose bytes have changed or are missing, and forgets it")
    func falsified() async throws {
        let fixture = try await Fixture()
        let picture = try await fixture.picture()
        let form = ImageSpecification.fitting(256, 256)
        for damage in ["other", "", nil] {
            try await fixture.keep("image", of: picture, as: form)
            let file = try #require(try fixture.cacheFiles().first)
            try FileManager.default.removeItem(at: file)
            if let damage { try damage.write(to: file, atomically: true, encoding: .utf8) }
            #expect(try await fixture.cached(picture, as: form) == nil)
            #expect(try fixture.cacheFiles().isEmpty)
        }
    }

    @Test("keeps no more bytes than its limit, and removes what was used least recently")
    func bounded() async throws {
        let fixture = try await Fixture()
        let picture = try await fixture.picture()
        let cache = ImageCache(in: try Directory(path: fixture.path), limit: 80_000)
        let content = try fixture.file(repeatElement(1, count: 2_000))
        for side in 1...39 as ClosedRange<UInt32> {
            try await cache.add(
                EncodedImage(content: content, pixelWidth: side, pixelHeight: 1), of: picture.name,
                as: .fitting(side, 1), isStored: { _ in true })
        }
        // Uses are noted only when many others came between them.
        for _ in 1...300 { _ = try await cache.image(of: picture.name, as: [.fitting(1, 1)]) }
        for side in 40...42 as ClosedRange<UInt32> {
            try await cache.add(
                EncodedImage(content: content, pixelWidth: side, pixelHeight: 1), of: picture.name,
                as: .fitting(side, 1), isStored: { _ in true })
        }
        #expect(try await cache.image(of: picture.name, as: [.fitting(1, 1)]) != nil)
        #expect(try await cache.image(of: picture.name, as: [.fitting(2, 1)]) == nil)
        #expect(try await cache.image(of: picture.name, as: [.fitting(42, 1)]) != nil)
        #expect(try fixture.cacheFiles().count <= 40)
        let large = try fixture.file(repeatElement(1, count: 10_001))
        try await cache.add(
            EncodedImage(content: large, pixelWidth: 1, pixelHeight: 1), of: picture.name, as: .fitting(99, 1),
            isStored: { _ in true })
        #expect(try await cache.image(of: picture.name, as: [.fitting(99, 1)]) == nil)
    }

    @Test("loses the images of an asset that is purged, also those that are made at that moment")
    func purged() async throws {
        let fixture = try await Fixture()
        let id = try await fixture.add()
        let picture = try #require(try await fixture.library.picture(of: id))
        let other = try await fixture.picture()
        for file in [picture, other] { try await fixture.keep("image", of: file, as: .fitting(256, 256)) }
        _ = try await fixture.apply([.deleteAssets([id]), .purgeAssets([id])])
        #expect(try fixture.cacheFiles().count == 1)
        try await fixture.keep("late", of: picture, as: .fitting(256, 256))
        #expect(try await fixture.cached(picture, as: .fitting(256, 256)) == nil)
        #expect(try await fixture.cached(other, as: .fitting(256, 256)) == "image")
        #expect(try await fixture.library.clearImageCache() == 5)
        #expect(try fixture.cacheFiles().isEmpty)
    }

    @Test("begins anew if its rows are damaged, and removes files without a row")
    func damaged() async throws {
        let fixture = try await Fixture()
        let picture = try await fixture.picture()
        let folder = URL(filePath: fixture.path)
        let make = { ImageCache(in: try Directory(path: fixture.path), limit: 1 << 20) }
        let content = EncodedImage(content: try fixture.file("image".utf8), pixelWidth: 1, pixelHeight: 1)
        let first = try make()
        try await first.add(content, of: picture.name, as: .fitting(1, 1), isStored: { _ in true })
        await first.close()
        let stray = folder.appending(path: "cache/0123456789abcdef0123456789abcdef")
        try "stray".write(to: stray, atomically: true, encoding: .utf8)
        let second = try make()
        #expect(try await second.image(of: picture.name, as: [.fitting(1, 1)]) != nil)
        #expect(!FileManager.default.fileExists(atPath: stray.path))
        await second.close()
        try Data(repeating: 7, count: 8192).write(to: folder.appending(path: "cache/index.sqlite3"))
        let third = try make()
        #expect(try await third.image(of: picture.name, as: [.fitting(1, 1)]) == nil)
        try await third.add(content, of: picture.name, as: .fitting(1, 1), isStored: { _ in true })
        #expect(try await third.image(of: picture.name, as: [.fitting(1, 1)]) != nil)
    }
}

extension Fixture {
    fileprivate func picture() async throws -> PictureFile {
        try await library.picture(of: try await add()).orTrap
    }

    fileprivate func keep(_ text: String, of picture: PictureFile, as form: ImageSpecification) async throws {
        let image = EncodedImage(content: try file(text.utf8), pixelWidth: 1, pixelHeight: 1)
        try await library.cache(image, of: picture, as: form)
    }

    fileprivate func cached(_ picture: PictureFile, as form: ImageSpecification) async throws -> String? {
        guard let image = try await library.cachedImage(of: picture, as: [form]) else { return nil }
        return try image.content.contents(upTo: 100).map { String(decoding: $0, as: UTF8.self) }
    }

    fileprivate func cacheFiles() throws -> [URL] {
        let folder = URL(filePath: path).appending(path: "cache")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { !$0.lastPathComponent.hasPrefix("index") }
    }
}
