import FilmgateModel
import Testing

@testable import FilmgateDesktop

@Suite("What the desktop's search opens")
struct ServiceStarterTests {
    @Test("is the library's window with the photo that was found, or with all photos")
    func window() {
        let asset = AssetID.random()
        let command = ServiceStarter.windowCommand(showing: asset)
        #expect(command.count == 3 && command[0].hasSuffix("/filmgate-window"))
        #expect(command.dropFirst() == ["--asset", asset.description])
        #expect(ServiceStarter.windowCommand(showing: nil) == [command[0]])
    }
}
