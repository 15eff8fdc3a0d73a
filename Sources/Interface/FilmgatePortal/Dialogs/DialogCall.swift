import FilmgateDBus

/// A call from xdg-desktop-portal to show a dialog for an app.
struct DialogCall: Sendable {
    let kind: DialogKind
    let handle: ObjectPath
    /// The app's identifier, as determined by the portal. For an app without a sandbox, the portal derives it from the
    /// name of the app's systemd scope.
    let appID: String
    let parentWindow: String
    let title: String
    var options: Options

    init(_ kind: DialogKind, _ arguments: MessageArguments<ObjectPath, String, String, String, Options>) {
        self.kind = kind
        (handle, appID, parentWindow, title, options) = arguments.values
    }

    var arguments: MessageArguments<ObjectPath, String, String, String, Options> {
        MessageArguments(handle, appID, parentWindow, title, options)
    }

    /// The app's unique bus name: `:1.42` in `/org/freedesktop/portal/desktop/request/1_42/TOKEN`; nil if the handle
    /// has a different form.
    var appName: BusName? {
        let parts = handle.rawValue.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 8, handle.rawValue.hasPrefix(Self.requests), parts[6].contains("_") else { return nil }
        return BusName(":" + parts[6].replacing("_", with: "."))
    }

    /// Whether the app accepts more than one file.
    var isMultiple: Bool { flag("multiple") }

    var isForFolders: Bool { flag("directory") }

    /// The options that give the folder or the file that the dialog shows first.
    static let placeKeys = ["current_folder", "current_file"]

    func path(_ key: String) -> String? { options[key]?.value(as: [UInt8].self).map { Self.path(in: $0) } }

    /// Returns the path in the bytes before the first NUL.
    static func path(in bytes: [UInt8]) -> String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }

    private func flag(_ key: String) -> Bool { options[key]?.value(as: Bool.self) ?? false }

    private static let requests = FileChooserInterface.path.rawValue + "/request/"
}

struct DialogAnswer: Sendable {
    /// 0 if the person confirmed the dialog, 1 if the person cancelled, 2 if the dialog ended for a different reason.
    let response: UInt32
    var results: Options = [:]

    static let cancelled = DialogAnswer(response: 1)
    static let closed = DialogAnswer(response: 2)
}
