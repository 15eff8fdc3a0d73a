import FilmgateSystem

/// The file with the person's settings for file dialogs.
public struct PortalSettingsFile: Sendable {
    private let folders: DesktopFolders

    private static let mostBytes = 64 << 10

    /// - Parameter variable: returns the value of an environment variable.
    public init(_ variable: (String) -> String?) { folders = DesktopFolders(variable) }

    init(_ folders: DesktopFolders) { self.folders = folders }

    /// The settings in effect: the person's file overrides the administrator's.
    public var settings: PortalSettings { folders.settings }

    /// Sets whether dialogs show the picker, for one app, or for all if `app` is nil. Keeps all other settings.
    ///
    /// - Throws: `Errno`; `KeyFileError` if the file is not a key file.
    public func set(_ isOn: Bool, for app: String? = nil) throws {
        try replace(app == nil ? [.enabled] : [.appsOff, .appsOn]) { $0.set(isOn, for: app) }
    }

    /// Stores whether the person wants the files that an app saves to be added to the library.
    ///
    /// - Throws: the errors of `set`.
    func remember(_ adds: Bool, for app: String) throws {
        try replace([.appsAdding]) { settings in
            if adds { settings.appsAdding.insert(app) } else { settings.appsAdding.remove(app) }
        }
    }

    /// Writes only these settings to the person's file, so that the administrator's other settings still apply.
    private func replace(_ keys: [PortalSettings.SettingKey], _ change: (inout PortalSettings) -> Void) throws {
        var settings = settings
        change(&settings)
        let folder = try Directory.making(folders.configuration[0] + "/filmgate")
        try folder.replaceFile(Self.name, with: settings.written(keys, into: Self.bytes(in: folder)).utf8)
    }

    /// Returns the contents of the file; an empty array if the file does not exist.
    private static func bytes(in folder: Directory) throws(Errno) -> [UInt8] {
        do throws(Errno) {
            guard let bytes = try folder.file(name).contents(upTo: mostBytes) else { throw Errno.tooLarge }
            return bytes
        } catch {
            guard error == .noEntry else { throw error }
            return []
        }
    }

    private static let name = "portal.conf"
}
