import FilmgateModel
import Testing

@testable import filmgate_window

@Suite("The frame of a crop")
@MainActor struct FreeCropTests {
    private static func sides(_ crop: FreeCrop) -> [Double] {
        guard let part = crop.rectangle else { return [] }
        return [part.x, part.y, part.width, part.height].map { ($0 * 1000).rounded() / 1000 }
    }

    @Test("begins with the whole picture, and its edges stay within it")
    func edges() throws {
        #expect(FreeCrop(width: 0, height: 5) == nil)
        var crop = try #require(FreeCrop(width: 400, height: 200))
        #expect(crop.rectangle == .whole)
        crop.move([.left, .top], x: 0.25, y: 0.5)
        crop.move(.right, x: 5, y: 0)
        #expect(Self.sides(crop) == [0.25, 0.5, 0.75, 0.5])
        crop.move(.left, x: 5, y: 0)
        #expect(Self.sides(crop) == [0.95, 0.5, 0.05, 0.5])
        crop.move([], x: -5, y: -5)
        #expect(Self.sides(crop) == [0, 0, 0.05, 0.5])
    }

    @Test("is a square of pixels while it is to be one")
    func square() throws {
        var crop = try #require(FreeCrop(width: 400, height: 200))
        crop.isSquare = true
        #expect(Self.sides(crop) == [0.25, 0, 0.5, 1])
        crop.move([.right, .bottom], x: -0.25, y: 0)
        #expect(Self.sides(crop) == [0.25, 0, 0.25, 0.5])
        crop.move(.bottom, x: 0, y: 0.9)
        #expect(Self.sides(crop) == [0.25, 0, 0.5, 1])
    }

    @Test("is dragged at the edge near the pointer, or as a whole")
    func reach() throws {
        var crop = try #require(FreeCrop(width: 400, height: 200))
        crop.move([.left, .top], x: 0.5, y: 0.5)
        let reach = (x: 0.05, y: 0.1)
        #expect(crop.edges(at: 0.48, 0.45, reach: reach) == [.left, .top])
        #expect(crop.edges(at: 0.98, 0.75, reach: reach) == .right)
        #expect(crop.edges(at: 0.75, 0.75, reach: reach) == [])
        #expect(crop.edges(at: 0.1, 0.1, reach: reach) == [])
    }
}
