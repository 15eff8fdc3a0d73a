import FilmgateModel
import Testing

@Suite("A transform of what a photo shows")
struct ContentTransformTests {
    private static let right = ContentTransform(rotatedBy: 90) ?? .identity
    private static let half = UnitRectangle(x: 0, y: 0, width: 0.5, height: 1) ?? .whole

    @Test("is the identity after four turns, or after two mirrors")
    func cycles() {
        var turned = ContentTransform.identity
        for step in 1...4 {
            turned = turned.followed(by: Self.right)
            #expect(turned.isIdentity == (step == 4))
        }
        for flip in ContentTransform.Flip.allCases {
            let mirror = ContentTransform(rotatedBy: 0, flip: flip) ?? .identity
            #expect(!mirror.isIdentity && mirror.followed(by: mirror).isIdentity)
        }
    }

    @Test("agrees with the numbers of Exif", arguments: 1...8 as ClosedRange<UInt32>)
    func numbers(stored: UInt32) throws {
        let upright = try #require(ContentTransform(orientation: stored))
        let next: [UInt32] = [6, 7, 8, 5, 2, 3, 4, 1]
        #expect(Self.right.orientation(ofPixelsStoredAs: stored) == next[Int(stored) - 1])
        #expect(upright.followed(by: .identity) == upright)
        let back = (1...8 as ClosedRange<UInt32>).compactMap { ContentTransform(orientation: $0) }
            .filter { upright.followed(by: $0).isIdentity }
        #expect(back.count == 1)
    }

    @Test("turns the part that was cropped before, and crops within it")
    func crops() throws {
        let left = try #require(ContentTransform(orientation: 1, crop: Self.half))
        let turned = left.followed(by: Self.right)
        #expect(turned.crop == UnitRectangle(x: 0, y: 0, width: 1, height: 0.5))
        let twice = left.followed(by: left)
        #expect(twice.crop == UnitRectangle(x: 0, y: 0, width: 0.25, height: 1))
        let mirrored = left.followed(by: try #require(ContentTransform(rotatedBy: 180, flip: .vertical)))
        #expect(mirrored.crop == UnitRectangle(x: 0.5, y: 0, width: 0.5, height: 1))
        var round = left
        for _ in 0..<4 { round = round.followed(by: Self.right) }
        #expect(round == left)
        #expect(turned.pixels(width: 30, height: 41) == PixelRectangle(left: 0, top: 0, width: 30, height: 21))
        let line = try #require(
            ContentTransform(
                orientation: 1, crop: UnitRectangle(x: 0.999, y: 0.999, width: 0.0001, height: 0.0001) ?? .whole))
        #expect(line.pixels(width: 10, height: 10) == PixelRectangle(left: 9, top: 9, width: 1, height: 1))
    }

    @Test("comes back from the adjustment data, and from no other data")
    func record() throws {
        let part = try #require(UnitRectangle(x: 1.0 / 3, y: 1e-7, width: 0.5, height: 0.25))
        for base in TransformRecord.Base.allCases {
            let transform = try #require(ContentTransform(orientation: 7, crop: part))
            let record = TransformRecord(of: base, transform)
            #expect(TransformRecord(record.data) == record)
        }
        let good = String(decoding: TransformRecord(of: .original, Self.right).data, as: UTF8.self)
        #expect(good == #"{"base":"original","orientation":6,"crop":[0.0,0.0,1.0,1.0]}"#)
        let wrong = [
            "", "{}", good + " ", good.replacing("6", with: "9"), good.replacing("6", with: "06"),
            good.replacing("0.0,0.0", with: "0.5,0.5"), good.replacing("1.0,1.0", with: "nan,1.0"),
            good.replacing("original", with: "other"), good.replacing("crop", with: "part"),
            good.replacing("[", with: "é"), String(repeating: "\"", count: 2000),
        ]
        for text in wrong { #expect(TransformRecord(Array(text.utf8)) == nil, "\(text)") }
    }
}
