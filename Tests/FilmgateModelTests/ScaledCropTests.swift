import FilmgateModel
import FilmgateTestKit
import Testing

@Suite("The geometry of images")
struct ImageGeometryTests {
    @Test(
        "fits within the box, fills it, and never enlarges",
        arguments: [
            // picture, box, mode: scaled, shown from, size
            ((4000, 3000), (256, 256), .fit, (256, 192), (0, 0), (256, 192)),
            ((3000, 4000), (256, 256), .fit, (192, 256), (0, 0), (192, 256)),
            ((4000, 3000), (256, nil), .fit, (256, 192), (0, 0), (256, 192)),
            ((4000, 3000), (nil, 300), .fit, (400, 300), (0, 0), (400, 300)),
            ((4000, 3000), (nil, nil), .fit, (4000, 3000), (0, 0), (4000, 3000)),
            ((4000, 3000), (256, 256), .fill, (341, 256), (43, 0), (256, 256)),
            ((3000, 4000), (200, 100), .fill, (200, 267), (0, 83), (200, 100)),
            // The largest part of the box's ratio.
            ((100, 50), (200, 200), .fill, (100, 50), (25, 0), (50, 50)),
            ((100, 50), (200, 200), .fit, (100, 50), (0, 0), (100, 50)),
            ((10_000, 1), (100, 100), .fit, (100, 1), (0, 0), (100, 1)),
            ((1, 10_000), (100, 100), .fill, (1, 10_000), (0, 5000), (1, 1)),
        ] as [((Int, Int), (Int?, Int?), ImageSpecification.Mode, (Int, Int), (Int, Int), (Int, Int))])
    func boxes(
        _ item: ((Int, Int), (Int?, Int?), ImageSpecification.Mode, (Int, Int), (Int, Int), (Int, Int))
    ) {
        let (picture, box, mode, scaled, origin, size) = item
        var specification = ImageSpecification()
        (specification.width, specification.height) = (box.0.map { UInt32($0) }, box.1.map { UInt32($0) })
        specification.mode = mode
        let geometry = ScaledCrop(of: specification, width: UInt32(picture.0), height: UInt32(picture.1))
        #expect((Int(geometry.scaledWidth), Int(geometry.scaledHeight)) == scaled)
        #expect((Int(geometry.left), Int(geometry.top)) == origin)
        #expect((Int(geometry.width), Int(geometry.height)) == size)
    }

    @Test(
        "divides sides by 8, 4 or 2 if the image is resized fast, so that it is not smaller than asked",
        arguments: [
            // picture, box, mode: divisor, scaled, size
            ((4000, 3000), (500, 500), .fit, 8, (500, 375), (500, 375)),
            ((4000, 3000), (501, 501), .fit, 4, (1000, 750), (1000, 750)),
            ((4000, 3000), (100, 100), .fit, 8, (500, 375), (500, 375)),
            ((4000, 3000), (2001, nil), .fit, 1, (4000, 3000), (4000, 3000)),
            ((4000, 3000), (nil, nil), .fit, 1, (4000, 3000), (4000, 3000)),
            ((4000, 3000), (300, 300), .fill, 8, (500, 375), (375, 375)),
            ((4001, 3003), (500, nil), .fit, 8, (500, 375), (500, 375)),
            ((7, 3), (1, 1), .fit, 2, (3, 1), (3, 1)),
        ] as [((Int, Int), (Int?, Int?), ImageSpecification.Mode, UInt32, (Int, Int), (Int, Int))])
    func fast(_ item: ((Int, Int), (Int?, Int?), ImageSpecification.Mode, UInt32, (Int, Int), (Int, Int))) {
        let (picture, box, mode, divisor, scaled, size) = item
        var specification = ImageSpecification()
        (specification.width, specification.height) = (box.0.map { UInt32($0) }, box.1.map { UInt32($0) })
        (specification.mode, specification.resize) = (mode, .fast)
        let geometry = ScaledCrop(of: specification, width: UInt32(picture.0), height: UInt32(picture.1))
        #expect(geometry.divisor == divisor)
        #expect((Int(geometry.scaledWidth), Int(geometry.scaledHeight)) == scaled)
        #expect((Int(geometry.width), Int(geometry.height)) == size)
    }

    @Test("scales the part that is cropped")
    func crop() throws {
        var specification = ImageSpecification()
        specification.crop = try #require(UnitRectangle(x: 0.5, y: 0.25, width: 0.5, height: 0.5))
        specification.width = 500
        let geometry = ScaledCrop(of: specification, width: 4000, height: 2000)
        #expect((geometry.scaledWidth, geometry.scaledHeight) == (1000, 500))
        #expect((geometry.left, geometry.top, geometry.width, geometry.height) == (500, 125, 500, 250))
    }

    @Test("never shows a part in more detail than the whole has under the limit of pixels")
    func maxPixels() throws {
        var specification = ImageSpecification()
        specification.maxPixels = 400
        var geometry = ScaledCrop(of: specification, width: 4000, height: 2000)
        #expect((geometry.width, geometry.height) == (400, 200))
        specification.crop = try #require(UnitRectangle(x: 0.5, y: 0.25, width: 0.1, height: 0.1))
        specification.width = 4000
        geometry = ScaledCrop(of: specification, width: 4000, height: 2000)
        #expect((geometry.scaledWidth, geometry.scaledHeight) == (400, 200))
        #expect((geometry.left, geometry.top, geometry.width, geometry.height) == (200, 50, 40, 20))
        specification.width = 20
        geometry = ScaledCrop(of: specification, width: 4000, height: 2000)
        #expect((geometry.scaledWidth, geometry.width, geometry.height) == (200, 20, 10), "asked for less")
        specification = ImageSpecification()
        specification.maxPixels = 5000
        geometry = ScaledCrop(of: specification, width: 4000, height: 2000)
        #expect((geometry.width, geometry.height) == (4000, 2000), "nothing is enlarged")
    }

    @Test("shows a part that lies within the scaled picture, whatever is asked for", .seeded)
    func random() {
        var random = SeededRandom()
        for _ in 0..<20_000 {
            let sides = (0..<4).map { _ in
                let longest: UInt32 = Bool.random(using: &random) ? 50 : 20_000
                return UInt32.random(in: 1...longest, using: &random)
            }
            var specification = ImageSpecification()
            if Bool.random(using: &random) { specification.width = sides[0] }
            if Bool.random(using: &random) { specification.height = sides[1] }
            if Bool.random(using: &random) { specification.maxPixels = .random(in: 1...5_000, using: &random) }
            specification.mode = Bool.random(using: &random) ? .fit : .fill
            let (x, y) = (Double.random(in: 0..<1, using: &random), Double.random(in: 0..<1, using: &random))
            specification.crop =
                UnitRectangle(
                    x: x, y: y, width: .random(in: 1e-6...max(2e-6, 1 - x), using: &random),
                    height: .random(in: 1e-6...max(2e-6, 1 - y), using: &random)) ?? .whole
            let geometry = ScaledCrop(of: specification, width: sides[2], height: sides[3])
            #expect(geometry.scaledWidth <= sides[2] && geometry.scaledHeight <= sides[3])
            #expect(max(geometry.scaledWidth, geometry.scaledHeight) <= specification.maxPixels ?? .max)
            #expect(geometry.width >= 1 && geometry.left + geometry.width <= geometry.scaledWidth)
            #expect(geometry.height >= 1 && geometry.top + geometry.height <= geometry.scaledHeight)
            #expect(geometry.width <= specification.width ?? .max && geometry.height <= specification.height ?? .max)
        }
    }

    @Test("refuses rectangles that are empty, not numbers, or outside")
    func rectangles() {
        for sides in [
            [0, 0, 0, 1], [-0.1, 0, 1, 1], [0, 0, 1.1, 1], [.nan, 0, 1, 1], [0, 0, .nan, 1], [1, 0, 0.5, 1],
            [0, 0, .infinity, 1],
        ] {
            #expect(UnitRectangle(x: sides[0], y: sides[1], width: sides[2], height: sides[3]) == nil, "\(sides)")
        }
        #expect(UnitRectangle(x: 0, y: 0, width: 1, height: 1) == .whole)
    }
}
