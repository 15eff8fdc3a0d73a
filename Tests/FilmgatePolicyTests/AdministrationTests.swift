import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("Administration in the private setting")
struct AdministrationTests {
    @Test("is the owner's, from any program that is not sandboxed", arguments: ClientKind.allCases)
    func owner(_ kind: ClientKind) {
        let client = Client(id: ClientID(kind, "name")!, user: 1000, isOwnersTool: false, connection: "c")
        #expect((administration(by: client, ofLibraryOf: 1000) != nil) == !kind.isSandboxed)
    }

    @Test("is no other user's, root's included", arguments: [0, 1001] as [UInt32])
    func others(_ user: UInt32) {
        let client = Client(id: ClientID(.exe, "/bin/sh")!, user: user, isOwnersTool: true, connection: "c")
        #expect(administration(by: client, ofLibraryOf: 1000) == nil)
    }
}
