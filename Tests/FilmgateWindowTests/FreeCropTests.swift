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
        crop.ratio = .sides(1, 1)
        #expect(Self.sides(crop) == [0.25, 0, 0.5, 1])
        crop.move([.right, .bottom], x: -0.25, y: 0)
        #expect(Self.sides(crop) == [0.25, 0, 0.25, 0.5])
        crop.move(.bottom, x: 0, y: 0.9)
        #expect(Self.sides(crop) == [0.25, 0, 0.5, 1])
    }

    @Test("keeps each ratio while its corners and edges are dragged")
    func ratios() throws {
        let moves: [(FreeCrop.FrameEdges, Double, Double)] = [
            ([.left, .top], 0.25, 0), (.right, -0.1, 0), (.bottom, 0, 0.3), ([.right, .bottom], 5, 5),
        ]
        for ratio in CropRatio.all {
            var crop = try #require(FreeCrop(width: 400, height: 200))
            crop.ratio = ratio
            for (edges, x, y) in moves {
                crop.move(edges, x: x, y: y)
                guard let quotient = ratio.quotient(ofPicture: 400, 200) else { continue }
                let part = try #require(crop.rectangle)
                #expect(abs(part.width * 400 / (part.height * 200) - quotient) < 0.001, "\(ratio.name)")
            }
            // A different ratio begins with the largest frame again.
            crop.ratio = .free
            crop.ratio = .original
            #expect(crop.rectangle == .whole)
        }
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
        #expect(crop.edges(at: 0.52, 0.52, reach: reach).cursor == "nwse-resize")
    }
}
