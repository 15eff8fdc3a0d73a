import FilmgateModel
import FilmgateTestKit
import Synchronization
import Testing

@testable import FilmgateDesktop

@Suite("Pictures of search results", .timeLimit(.minutes(2)))
struct PictureCacheTests {
    /// Gives pictures of photos, and counts how often it was asked.
    private final class Pictures: Sendable {
        let count = Mutex(0)
        let opened = Mutex(false)

        func picture(of asset: AssetID, withheld: AssetID?) async throws -> String? {
            count.withLock { $0 += 1 }
            if asset == withheld { try await eventually { opened.withLock { $0 } } }
            return asset.description
        }
    }

    @Test("are read all at once, and kept for the next letters")
    func kept() async {
        let (pictures, assets) = (Pictures(), Set((0..<24).map { _ in AssetID.random() }))
        let cache = PictureCache { try? await pictures.picture(of: $0, withheld: nil) }
        for _ in 0..<3 {
            let found = await cache.pictures(of: assets, within: .seconds(60))
            #expect(found == Dictionary(uniqueKeysWithValues: assets.map { ($0, $0.description) }))
        }
        #expect(pictures.count.withLock { $0 } == 24)
        #expect(await cache.pictures(of: [], within: .seconds(60)).isEmpty)
    }

    @Test("that take long delay no result, and come with the next search")
    func late() async throws {
        let (pictures, slow, quick) = (Pictures(), AssetID.random(), AssetID.random())
        let cache = PictureCache { try? await pictures.picture(of: $0, withheld: slow) }
        _ = await cache.pictures(of: [quick], within: .seconds(60))
        let found = await cache.pictures(of: [slow, quick], within: .milliseconds(1))
        #expect(found[slow] == nil)
        pictures.opened.withLock { $0 = true }
        #expect(await cache.pictures(of: [slow, quick], within: .seconds(60)).count == 2)
        #expect(pictures.count.withLock { $0 } == 2)
    }

    @Test("are kept of the last photos alone")
    func bounded() async {
        let count = Mutex(0)
        let cache = PictureCache<String> { _ in
            count.withLock { $0 += 1 }
            return nil
        }
        let first = AssetID.random()
        #expect(await cache.pictures(of: [first], within: .seconds(60)).isEmpty)
        for _ in 0..<10 {
            _ = await cache.pictures(of: Set((0..<24).map { _ in AssetID.random() }), within: .seconds(60))
        }
        _ = await cache.pictures(of: [first], within: .seconds(60))
        #expect(count.withLock { $0 } == 242)
    }
}
