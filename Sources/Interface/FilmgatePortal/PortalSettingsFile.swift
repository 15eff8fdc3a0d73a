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

    /// Changes the person's own settings, and preserves the other content of the file.
    ///
    /// - Throws: `Errno` if the file cannot be read or written; `KeyFileError` if it is not a key file.
    public func change(_ body: (inout PortalSettings) -> Void) throws {
        try replace { bytes in
            var settings = PortalSettings()
            settings.read(bytes)
            body(&settings)
            return try settings.written(into: bytes)
        }
    }

    /// Stores whether the person wants the saved files of an app in the library. Preserves the other settings.
    ///
    /// - Throws: the same errors as `change`.
    func remember(_ adds: Bool, for app: String) throws {
        try replace { try PortalSettings.remembered(adds, for: app, in: $0) }
    }

    private func replace(_ change: ([UInt8]) throws -> String) throws {
        let folder = try Directory.making(folders.configuration[0] + "/filmgate")
        try folder.replaceFile(Self.name, with: change(Self.bytes(in: folder)).utf8)
    }

    /// Returns the contents of the file; an empty array if the file does not exist.
    private static func bytes(in folder: Directory) throws(Errno) -> [UInt8] {
        do {
            return try folder.file(name).contents(upTo: mostBytes) ?? []
        } catch {
            guard error == .noEntry else { throw error }
            return []
        }
    }

    private static let name = "portal.conf"
}
