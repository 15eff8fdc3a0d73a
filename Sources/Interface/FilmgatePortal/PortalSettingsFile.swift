import FilmgateSystem

/// The file with the person's settings of file dialogs.
public struct PortalSettingsFile: Sendable {
    private let folders: DesktopFolders

    private static let mostBytes = 64 << 10

    /// - Parameter variable: returns a variable of the environment.
    public init(_ variable: (String) -> String?) { folders = DesktopFolders(variable) }

    /// The settings that count: the person's file overrides the administrator's.
    public var settings: PortalSettings { folders.settings }

    /// Changes the person's own settings. Everything else in the file stays.
    ///
    /// - Throws: `Errno`; `KeyFileError` if the file is not a key file.
    public func change(_ body: (inout PortalSettings) -> Void) throws {
        let folder = try Directory.making(folders.configuration[0] + "/filmgate")
        let bytes = try Self.bytes(in: folder)
        var settings = PortalSettings()
        settings.read(bytes)
        body(&settings)
        try folder.replaceFile(Self.name, with: settings.written(into: bytes).utf8)
    }

    /// Returns the contents of the file; empty if there is none.
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
