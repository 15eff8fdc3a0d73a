import FilmgateGTK
import Testing

@Suite("The wheel over a view in a view")
struct WheelTargetTests {
    @Test("scrolls the inner one, until it cannot move further")
    func inner() {
        let target = NestedScrollRouter()
        #expect(!target.isOuter(canMove: true, at: 0))
        #expect(target.isOuter(canMove: false, at: 0))
    }

    @Test("goes on with the outer one while that is moving")
    func outer() {
        var target = NestedScrollRouter()
        target.outerMoved(at: 1000)
        #expect(target.isOuter(canMove: true, at: 1400))
        #expect(!target.isOuter(canMove: true, at: 1401))
    }
}
