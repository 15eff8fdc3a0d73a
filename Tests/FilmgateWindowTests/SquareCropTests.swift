import FilmgateModel
import Testing

@testable import filmgate_window

@Suite("The square that the person frames")
@MainActor struct SquareCropTests {
    @Test("is as large as it can be at first, and in the middle")
    func first() throws {
        let square = try #require(SquareCrop(width: 400, height: 200, chosen: nil)?.rectangle)
        #expect(square == UnitRectangle(x: 0.25, y: 0, width: 0.5, height: 1))
        #expect(SquareCrop(width: 0, height: 200, chosen: nil) == nil)
    }

    @Test("never leaves the picture, however it is moved and resized")
    func inside() throws {
        var crop = try #require(SquareCrop(width: 400, height: 200, chosen: nil))
        for (x, y, scale) in [(5.0, 5.0, 0.5), (-9, -9, 3), (0.1, 0.9, 0), (.infinity, 0, 0.3), (-0.2, 0.2, 1)] {
            crop.resize(to: scale)
            crop.move(x: x, y: y)
            let square = try #require(crop.rectangle)
            #expect(square.x >= 0 && square.x + square.width <= 1.0001)
            #expect(square.y >= 0 && square.y + square.height <= 1.0001)
            #expect(abs(square.width * 400 - square.height * 200) < 0.001, "it stays a square")
        }
    }

    @Test("goes on with what was chosen before")
    func again() throws {
        var crop = try #require(SquareCrop(width: 300, height: 300, chosen: nil))
        crop.resize(to: 0.5)
        crop.move(x: 0.2, y: 0)
        let chosen = try #require(crop.rectangle)
        #expect(SquareCrop(width: 300, height: 300, chosen: chosen)?.rectangle == chosen)
    }
}
