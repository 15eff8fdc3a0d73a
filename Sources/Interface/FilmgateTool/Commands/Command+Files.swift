import Filmgate
import FilmgatePortal
import FilmgateText

extension Command {
    static let filesOn = Command(
        "files", "on", summary: "Let you pick photos in the file dialogs of apps",
        details: [
            "If an app opens a file dialog for pictures or videos, you pick from the library, and the app gets copies. The package filmgate-portal does that.",
            "With --app, an app that keeps the paths of files, such as an image editor, gets the picker, too. Otherwise it gets the desktop's own dialog.",
        ],
        options: [.fileApp], examples: [Example("files on", "Pick from the library when an app opens pictures.")]
    ) { invocation in
        try invocation.setFilePicker(true)
    }

    static let filesOff = Command(
        "files", "off", summary: "Give apps the desktop's own file dialogs",
        details: ["Counts from the next dialog on. The copies that apps have got stay until they end."],
        options: [.fileApp],
        examples: [
            Example("files off", "Show no photos in file dialogs."),
            Example("files off --app exe:/usr/bin/example", "Show none in those of one app."),
        ]
    ) { invocation in
        try invocation.setFilePicker(false)
    }

    static let filesStatus = Command(
        "files", "status", summary: "Show whether file dialogs let you pick photos",
        details: ["Writes 'on' or 'off', and with --json also the apps that have a setting of their own."],
        options: [.fileApp], examples: [Example("files status", "Do file dialogs show photos?")]
    ) { invocation in
        let settings = invocation.fileSettings.settings
        let app = try invocation.text(.fileApp).map { PickerApp(client: try invocation.client($0)) }
        let isOn = settings.isOn && (app?.isOn(in: settings) ?? true)
        try invocation.write(
            FileSettingsRecord(isOn, settings), orText: (isOn ? localized("on") : localized("off")) + "\n")
        return .success
    }
}

extension Option {
    fileprivate static let fileApp = Option(
        "app", value: .one("CLIENT"), "Only for this app, such as exe:/usr/bin/example")
}

/// The settings of file dialogs as JSON.
private struct FileSettingsRecord: Encodable {
    let enabled: Bool
    let appsOff: [String]
    let appsOn: [String]

    init(_ isOn: Bool, _ settings: PortalSettings) {
        (enabled, appsOff, appsOn) = (isOn, settings.appsOff.sorted(), settings.appsOn.sorted())
    }

    private enum CodingKeys: String, CodingKey {
        case enabled
        case appsOff = "apps-off"
        case appsOn = "apps-on"
    }
}

extension Invocation {
    fileprivate var fileSettings: PortalSettingsFile { PortalSettingsFile { surroundings.environment[$0] } }

    /// Sets whether file dialogs show the picker, for the app that `--app` names, or else for all apps.
    fileprivate func setFilePicker(_ isOn: Bool) throws -> ExitCode {
        let app = try text(.fileApp).map { try client($0).description }
        do { try fileSettings.set(isOn, for: app) } catch {
            throw CommandFailure(
                .cannotCreate, localized("The setting cannot be written: {reason}.", ["reason": "\(error)"]))
        }
        return .success
    }
}
