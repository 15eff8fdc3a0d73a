import FilmgateModel
import Testing

@testable import FilmgateBroker

@Suite("The images that a connection wants to have made ahead")
struct AnnouncedImagesTests {
    private static func targets(_ count: Int) -> [AnnouncedImages.Target] {
        (0..<count).map { _ in AnnouncedImages.Target(asset: .random(), specification: .fitting(256, 256)) }
    }

    @Test("take no more memory however often they are asked for and given up, or taken")
    func bounded() throws {
        var targets = AnnouncedImages()
        let (kept, others) = (Self.targets(1), Self.targets(AnnouncedImages.limit - 1))
        try targets.take(kept)
        for _ in 0..<10 {
            try targets.take(others)
            targets.remove(others)
        }
        #expect(targets.waiting == kept)
        for other in others {
            try targets.take([other])
            _ = try targets.nextOne()
        }
        #expect(targets.waiting.count <= 2)
    }

    @Test("come in the order in which they were asked for, without those that were given up")
    func order() throws {
        var targets = AnnouncedImages()
        let wanted = Self.targets(4)
        try targets.take(wanted)
        var taken = [try targets.nextOne()]
        targets.remove([wanted[0], wanted[2]])
        try targets.take([wanted[1], wanted[2]])
        for _ in 0..<3 { taken.append(try targets.nextOne()) }
        #expect(taken == [wanted[0], wanted[1], wanted[3], wanted[2]])
        let further = targets.next()
        #expect(further == nil)
    }

    @Test("are refused all together if there are too many")
    func tooMany() {
        var targets = AnnouncedImages()
        let isTaken = targets.add(Self.targets(AnnouncedImages.limit + 1))
        #expect(!isTaken && targets.waiting.isEmpty)
    }
}

extension AnnouncedImages {
    fileprivate mutating func take(_ targets: [Target]) throws {
        let isTaken = add(targets)
        try #require(isTaken)
    }

    fileprivate mutating func nextOne() throws -> Target {
        let target = next()
        return try #require(target)
    }
}
