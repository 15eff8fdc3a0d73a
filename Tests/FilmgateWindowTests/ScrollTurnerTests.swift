import Testing

@testable import filmgate_window

@Suite("The wheel over a photo in large")
@MainActor struct ScrollTurnerTests {
    @Test("shows the next photo with each click if the whole photo is in view")
    func wheel() {
        var turner = ScrollInterpreter()
        #expect(turner.scrolled(1, isWheel: true, canMove: false, at: 0) == .turn(isForward: true))
        #expect(turner.scrolled(1, isWheel: true, canMove: false, at: 50) == .turn(isForward: true))
        #expect(turner.scrolled(-1, isWheel: true, canMove: false, at: 100) == .turn(isForward: false))
        // A wheel that reports parts of clicks.
        #expect(turner.scrolled(0.5, isWheel: true, canMove: false, at: 600) == .nothing)
        #expect(turner.scrolled(0.5, isWheel: true, canMove: false, at: 650) == .turn(isForward: true))
    }

    @Test("moves a larger photo to its edge, and shows the next one after a pause")
    func edge() {
        var turner = ScrollInterpreter()
        #expect(turner.scrolled(1, isWheel: true, canMove: true, at: 0) == .move)
        #expect(turner.scrolled(1, isWheel: true, canMove: false, at: 100) == .nothing)
        #expect(turner.scrolled(1, isWheel: true, canMove: false, at: 500) == .nothing)
        #expect(turner.scrolled(1, isWheel: true, canMove: false, at: 901) == .turn(isForward: true))
    }

    @Test("two fingers show one photo further, however far they go")
    func touchpad() {
        var turner = ScrollInterpreter()
        #expect(turner.scrolled(100, isWheel: false, canMove: false, at: 0) == .nothing)
        #expect(turner.scrolled(30, isWheel: false, canMove: false, at: 10) == .turn(isForward: true))
        #expect(turner.scrolled(500, isWheel: false, canMove: false, at: 20) == .nothing)
        #expect(turner.scrolled(-130, isWheel: false, canMove: false, at: 500) == .turn(isForward: false))
    }
}
