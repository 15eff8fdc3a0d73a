import FilmgateModel
import Testing

@Suite("The changes by which a file gets metadata")
struct EmbeddingPlacesTests {
    private static func splice(_ offset: UInt64, _ removed: UInt64, _ count: Int) -> FileSplice {
        FileSplice(offset: offset, removed: removed, bytes: [UInt8](repeating: 1, count: count))
    }

    @Test("keep the places of all else only if none but the last makes the file longer, at its end")
    func places() {
        let staying: [[FileSplice]] = [
            [], [Self.splice(4, 4, 4)], [Self.splice(100, 0, 9)], [Self.splice(4, 4, 4), Self.splice(90, 10, 30)],
            [Self.splice(4, 4, 4), Self.splice(20, 1, 1), Self.splice(100, 0, 9)], [Self.splice(90, 10, 10)],
        ]
        let moving: [[FileSplice]] = [
            [Self.splice(4, 0, 4)], [Self.splice(90, 10, 9)], [Self.splice(90, 9, 10)], [Self.splice(4, 4, 5)],
            // Two parts behind the end, of which the second begins where the first ends.
            [Self.splice(4, 4, 4), Self.splice(100, 0, 20), Self.splice(100, 0, 9)],
            [Self.splice(90, 10, 20), Self.splice(100, 0, 9)],
        ]
        for splices in staying { #expect(EmbeddingPlan(splices).keepsPlaces(in: 100), "\(splices)") }
        for splices in moving { #expect(!EmbeddingPlan(splices).keepsPlaces(in: 100), "\(splices)") }
    }
}
