import FilmgateModel
import FilmgateText

/// The parsed command line of a program that the person started.
struct LibraryInvocation {
    /// The app whose page is shown first.
    let app: ClientID?
    /// Nil: the value of the environment variable.
    let bus: String?
    /// The port of a camera to list besides those that are found.
    let cameraPort: String?

    enum Request {
        case run(LibraryInvocation)
        case help, version
    }

    static let program = OptionProgram(
        "filmgate-window", synopsis: "[--app ID] [--bus ADDRESS] [--camera-port PORT]",
        summary: "Shows your photo library, and which apps may see what. The agent starts the same program to ask you.",
        options: [app, bus, cameraPort])

    private static let app = Option("app", value: .one("ID"), "Show this app's page, such as 'flatpak:org.example.App'")
    private static let bus = Option(
        "bus", value: .one("ADDRESS"), "The broker's bus (default: FILMGATE_BUS_ADDRESS, or the system bus)")

    private static let cameraPort = Option(
        "camera-port", value: .one("PORT"), "List the camera at this port, too, such as ptpip:192.168.1.5")

    static func parse(_ arguments: [Argument]) throws(UsageError) -> Request {
        switch try program.parse(arguments) {
        case .help: return .help
        case .version: return .version
        case .run(let values):
            var client: ClientID?
            if let text = values.text(app) {
                // As on filmgatectl's command line, a name without a kind is a Flatpak's.
                client = ClientID(text.contains(":") ? text : "flatpak:\(text)")
                guard client?.isPossible == true else {
                    throw UsageError(
                        localized(
                            "'{text}' is not an app's identifier, such as 'flatpak:org.example.App'.", ["text": text]))
                }
            }
            return .run(LibraryInvocation(app: client, bus: values.text(bus), cameraPort: values.text(cameraPort)))
        }
    }
}
