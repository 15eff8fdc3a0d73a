import FilmgateModel
import Testing

@testable import FilmgateBroker

@Suite("The images that a connection wants to have made ahead")
struct CachingTargetsTests {
    private static func target() -> CachingTargets.Target {
        CachingTargets.Target(asset: .random(), specification: .fitting(256, 256))
    }

    @Test("take no more memory however often they are asked for and given up, or taken")
    func bounded() {
        var targets = CachingTargets()
        let kept = Self.target()
        #expect(targets.add([kept]))
        let others = (1..<CachingTargets.limit).map { _ in Self.target() }
        for _ in 0..<10 {
            #expect(targets.add(others))
            targets.remove(others)
        }
        #expect(targets.waiting == [kept])
        for other in others {
            #expect(targets.add([other]))
            #expect(targets.next() != nil)
        }
        #expect(targets.waiting.count <= 2)
    }

    @Test("come in the order in which they were asked for, without those that were given up")
    func order() {
        var targets = CachingTargets()
        let wanted = (0..<4).map { _ in Self.target() }
        #expect(targets.add(wanted))
        #expect(targets.next() == wanted[0])
        targets.remove([wanted[0], wanted[2]])
        #expect(targets.add([wanted[1], wanted[2]]))
        #expect(targets.next() == wanted[1] && targets.next() == wanted[3] && targets.next() == wanted[2])
        #expect(targets.next() == nil)
        let tooMany = (0...CachingTargets.limit).map { _ in Self.target() }
        #expect(!targets.add(tooMany))
        #expect(targets.next() == nil)
    }
}
