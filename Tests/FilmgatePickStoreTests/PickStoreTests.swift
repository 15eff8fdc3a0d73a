import FilmgatePickStore
import Testing

@Suite("The pick store")
struct PickStoreTests {
    @Test("its folder is in the person's runtime directory")
    func folder() { #expect(PickStore(runtime: "/run/user/1000").folder == "/run/user/1000/filmgate/picks") }
}
