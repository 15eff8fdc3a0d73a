import FilmgateTestKit
import Testing

/// What apps ask the person in a window.
enum Question {
    case access, selection, pick

    fileprivate func ask(_ app: TestClient, _ options: [String: BusArgument]) async throws -> OpenRequest {
        switch self {
        case .access: try await app.requestAccess("read-write", options)
        case .selection: try await app.editSelection(options)
        case .pick: try await app.pick(options)
        }
    }

    /// Waits until the question takes input.
    fileprivate func isReady(on display: Display) async throws {
        switch self {
        case .access: try await display.offers("push button", "Not Now")
        case .selection, .pick: try await display.offers("push button", "Cancel")
        }
    }
}

/// Runs a body in a world with a display on which `org.example.Frame` asks something, once the question takes input.
///
/// - Parameters:
///   - photos: how many there are.
///   - options: of the question.
///   - variables: of the environment of the window.
///   - prepare: is called with the photos, before the app is there.
func withQuestion(
    _ question: Question = .access, photos: Int = 3, _ options: [String: BusArgument] = [:],
    variables: [String: String] = [:], prepare: (World, [String]) async throws -> Void = { _, _ in },
    _ body: (Display, TestClient, OpenRequest) async throws -> Void
) async throws {
    try await withWorld(TerminalAgentTests.settings) { world in
        let ids = photos > 0 ? try await world.addPhotos(photos) : []
        try await prepare(world, ids)
        let display = try await Display(in: world, variables)
        try await display.startAgent()
        let app = try await world.client(flatpak: "org.example.Frame")
        let request = try await question.ask(app, options)
        try await question.isReady(on: display)
        try await body(display, app, request)
    }
}

extension Display {
    /// Goes on from a question about access to the selection of photos, where keys select.
    func openSelection() async throws {
        try await press("push button", "Select Photos")
        try await focuses("table cell", "Photo, ")
        try await offers("push button", "Cancel")
    }
}
