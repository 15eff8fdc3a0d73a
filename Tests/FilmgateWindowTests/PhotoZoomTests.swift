import Testing

@testable import filmgate_window

@Suite("The size of a photo in large")
@MainActor struct PhotoZoomTests {
    private func zoom(photo: (Double, Double), view: (Double, Double)) -> PhotoZoom {
        var zoom = PhotoZoom()
        zoom.photo = PhotoZoom.Size(width: photo.0, height: photo.1)
        zoom.view = PhotoZoom.Size(width: view.0, height: view.1)
        return zoom
    }

    @Test("fits into the view at first, in its middle, and follows the view")
    func fits() {
        var zoom = zoom(photo: (4000, 2000), view: (1000, 1000))
        #expect(zoom.frame == PhotoZoom.Frame(x: 0, y: 250, width: 1000, height: 500))
        zoom.view = PhotoZoom.Size(width: 500, height: 500)
        #expect(zoom.frame == PhotoZoom.Frame(x: 0, y: 125, width: 500, height: 250))
        #expect(!zoom.isLargerThanView)
    }

    @Test("keeps what is at the pointer there, unless an edge would come into view")
    func pointer() {
        var zoom = zoom(photo: (4000, 4000), view: (1000, 1000))
        zoom.zoom(to: 1, at: PhotoZoom.Point(x: 750, y: 500))
        #expect(zoom.frame == PhotoZoom.Frame(x: -2250, y: -1500, width: 4000, height: 4000))
        zoom.zoom(to: 0.5, at: PhotoZoom.Point(x: 750, y: 500))
        #expect(zoom.frame == PhotoZoom.Frame(x: -750, y: -500, width: 2000, height: 2000))
        zoom.move(x: -10_000, y: 0)
        #expect(zoom.frame.x == -1000)
        zoom.zoom(to: 0.3, at: PhotoZoom.Point(x: 0, y: 500))
        #expect(abs(zoom.frame.x + 200) < 0.001)
    }

    @Test("a step stops at the size that fits and at the photo's own size, and goes no further than both")
    func steps() {
        var large = zoom(photo: (2000, 2000), view: (1000, 1000))
        large.zoom(bySteps: 1)
        #expect(large.scale == 0.75)
        large.zoom(bySteps: 1)
        #expect(large.scale == 1)
        for _ in 0..<20 { large.zoom(bySteps: 1) }
        #expect(large.scale == 8)
        for _ in 0..<20 { large.zoom(bySteps: -1) }
        #expect(large.scale == nil)
        // A small photo is enlarged to fit, and can be shown in its own size.
        var small = zoom(photo: (100, 100), view: (1000, 1000))
        #expect(small.shownScale == 10)
        for _ in 0..<20 { small.zoom(bySteps: -1) }
        #expect(small.scale == 1)
        #expect(small.frame == PhotoZoom.Frame(x: 450, y: 450, width: 100, height: 100))
        for _ in 0..<20 { small.zoom(bySteps: 1) }
        #expect(small.scale == nil)
    }

    @Test("moves to its edges, and says where it can move")
    func moves() {
        var zoom = zoom(photo: (2000, 1000), view: (1000, 1000))
        #expect(!zoom.canMove(x: 10, y: 0))
        zoom.zoom(to: 1)
        #expect(zoom.isLargerThanView)
        #expect(zoom.canMove(x: 10, y: 0) && zoom.canMove(x: -10, y: 0) && !zoom.canMove(x: 0, y: 10))
        let hasMoved = zoom.move(x: 700, y: 0)
        #expect(hasMoved && zoom.frame.x == 0)
        #expect(!zoom.canMove(x: 10, y: 0) && zoom.canMove(x: -10, y: 0))
    }

    @Test("a double-click shows the photo's own pixels, and the whole photo again")
    func toggles() {
        var zoom = zoom(photo: (2000, 1000), view: (1000, 1000))
        zoom.toggle(at: PhotoZoom.Point(x: 0, y: 500))
        #expect(zoom.scale == 1 && zoom.frame.x == 0)
        zoom.toggle(at: PhotoZoom.Point(x: 0, y: 500))
        #expect(zoom.scale == nil)
    }

    @Test("a photo or a view of no size changes nothing")
    func empty() {
        var zoom = PhotoZoom()
        zoom.zoom(to: 2, at: PhotoZoom.Point(x: 5, y: 5))
        #expect(!zoom.isLargerThanView)
        zoom.fit()
        zoom.photo = PhotoZoom.Size(width: 100, height: 100)
        zoom.view = PhotoZoom.Size(width: 50, height: 50)
        #expect(zoom.frame == PhotoZoom.Frame(x: 0, y: 0, width: 50, height: 50))
    }

    @Test("takes over the scale and the place of a photo of the same size")
    func keeps() {
        var first = zoom(photo: (4000, 4000), view: (1000, 1000))
        first.zoom(to: 1, at: PhotoZoom.Point(x: 900, y: 100))
        var second = zoom(photo: (4000, 4000), view: (1000, 1000))
        second.keep(first)
        #expect(second == first)
        // A smaller one shows nothing beside it.
        var small = zoom(photo: (1200, 1200), view: (1000, 1000))
        small.keep(first)
        #expect(small.frame.x >= -200 && small.frame.y <= 0)
    }
}
