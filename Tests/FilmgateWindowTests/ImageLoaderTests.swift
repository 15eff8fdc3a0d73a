import FilmgateModel
import Testing

@testable import filmgate_window

@Suite("The loader of images")
@MainActor struct ImageLoaderTests {
    private final class NoImages: ImageSource {
        func want(_ assets: [AssetID], size: Int) {}
        func forget(_ assets: [AssetID], size: Int) {}
    }

    @Test("renews also shown photos whose images it no longer keeps, if the content of any photo may have changed")
    func renewals() {
        let loader = ImageLoader(from: NoImages())
        let (shown, other) = (AssetID(uuid: 1), AssetID(uuid: 2))
        var isTold = false
        loader.watchRenewals { hasChanged in isTold = hasChanged(shown) }
        let first = loader.version(of: shown)
        loader.renewAll()
        #expect(isTold)
        let second = loader.version(of: shown)
        #expect(second != first)
        loader.renew([other])
        #expect(!isTold)
        #expect(loader.version(of: shown) == second)
        loader.renew([shown])
        #expect(isTold)
        #expect(loader.version(of: shown) != second)
    }
}
