import FilmgateModel
import Testing

@Suite("Slow motion")
struct SlowMotionTests {
    @Test(
        "is shown with some 30 frames per second, at most 8 times slower, and other videos as they are",
        arguments: [
            (0, 1), (.nan, 1), (-240, 1), (25, 1), (30, 1), (60, 1), (99.9, 1), (100, 3), (119.88, 4), (120, 4),
            (239.76, 8), (240, 8), (960, 8), (.infinity, 8),
        ] as [(Double, Int)])
    func factor(_ rate: Double, _ factor: Int) {
        #expect(SlowMotion.factor(playedAt: rate) == factor)
    }
}
