import FilmgateModel
import FilmgateText

/// The parsed command line with which the person has started the program.
struct LibraryInvocation {
    /// The page to show first; nil for the photos.
    let firstPage: FirstPage?
    /// The address of the bus; nil for the default.
    let bus: String?
    /// The port of a camera to list in addition to the cameras that are found.
    let cameraPort: String?

    enum FirstPage {
        case app(ClientID)
        /// A photo or video in the viewer.
        case photo(AssetID)
    }

    enum Request {
        case run(LibraryInvocation)
        case help, version
    }

    static let program = OptionParser(
        "filmgate-window", synopsis: "[--app ID | --asset ID] [--bus ADDRESS] [--camera-port PORT]",
        summary: "Shows your photo library, and which apps may see what. The agent starts the same program to ask you.",
        options: [app, asset, bus, cameraPort])

    private static let app = Option("app", value: .one("ID"), "Show this app's page, such as 'flatpak:org.example.App'")
    private static let asset = Option("asset", value: .one("ID"), "Show this photo or video in large")
    private static let bus = Option(
        "bus", value: .one("ADDRESS"), "The broker's bus (default: FILMGATE_BUS_ADDRESS, or the system bus)")

    private static let cameraPort = Option(
        "camera-port", value: .one("PORT"), "List the camera at this port, too, such as ptpip:192.168.1.5")

    static func parse(_ arguments: [Argument]) throws(UsageError) -> Request {
        switch try program.parse(arguments) {
        case .help: return .help
        case .version: return .version
        case .run(let values):
            try values.exclude([app, asset])
            let page = try firstPage(app: values.text(app), asset: values.text(asset))
            return .run(LibraryInvocation(firstPage: page, bus: values.text(bus), cameraPort: values.text(cameraPort)))
        }
    }

    private static func firstPage(app: String?, asset: String?) throws(UsageError) -> FirstPage? {
        if let app {
            // An identifier without a kind is the identifier of a Flatpak app, as in `filmgatectl`.
            guard let client = ClientID(app.contains(":") ? app : "flatpak:\(app)"), client.isPossible else {
                throw UsageError(
                    localized("'{text}' is not an app's identifier, such as 'flatpak:org.example.App'.", ["text": app]))
            }
            return .app(client)
        }
        guard let asset else { return nil }
        guard let id = AssetID(asset) else {
            throw UsageError(localized("'{text}' is not the identifier of a photo or video.", ["text": asset]))
        }
        return .photo(id)
    }
}
