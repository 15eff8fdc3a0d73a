import Foundation

/// Desktop files and D-Bus service files of editors, in a folder of a test's own, for a bus that starts them.
public final class EditorInstallation: Sendable {
    public let folder: String

    public init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-editors-\(UUID())").path
        for part in ["applications", "dbus-1/services"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(part)", withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// For a bus that reads the service files.
    public var settings: WorldSettings {
        WorldSettings(busPolicy: "<servicedir>\(folder)/dbus-1/services</servicedir>")
    }

    /// For programs that look for editors.
    public var environment: [String: String] {
        ["XDG_DATA_DIRS": "\(folder):/usr/share", "XDG_DATA_HOME": "\(folder)/none", "HOME": folder]
    }

    /// Installs an editor as Flatpak exports one.
    ///
    /// - Parameters:
    ///   - flatpak: the app that its sandbox is of; nil: the application itself.
    ///   - command: what runs in the sandbox; nil: no service file.
    ///   - readable: files and folders that it sees, at the same paths.
    ///   - environment: for the command.
    public func install(
        _ application: String, named name: String, editing media: String, of flatpak: String? = nil,
        running command: [String]?, readable: [String] = [], environment: [String: String] = [:]
    ) throws {
        try """
        [Desktop Entry]
        Type=Application
        Name=\(name)
        Exec=editor
        X-Flatpak=\(application)
        DBusActivatable=true
        X-Filmgate-Editor=true
        X-Filmgate-EditsMedia=\(media)
        """.write(toFile: "\(folder)/applications/\(application).desktop", atomically: true, encoding: .utf8)
        guard let command else { return }
        var words = [Source.script("sandbox"), "--own", application, "--bind-writable", folder]
        for path in readable + [Source.python] { words += ["--bind", path] }
        for (name, value) in environment { words += ["--setenv", "\(name)=\(value)"] }
        words += [flatpak ?? application] + command
        try "[D-BUS Service]\nName=\(application)\nExec=\(words.joined(separator: " "))\n".write(
            toFile: "\(folder)/dbus-1/services/\(application).service", atomically: true, encoding: .utf8)
    }

    /// Installs `editor.py`, which hands in a photo.
    ///
    /// - Parameter habit: `die`, `wait` or `edit`.
    public func install(
        _ application: String, editing media: String = "image;", of flatpak: String? = nil, handingIn photo: TestPhoto,
        habit: String = "edit"
    ) throws {
        let render = "\(folder)/render.jpg"
        try Data(photo.bytes).write(to: URL(filePath: render))
        try install(
            application, named: "Editor", editing: media, of: flatpak,
            running: [
                "/usr/bin/python3", "\(Source.python)/editor.py", application, render, log(of: application), habit,
            ])
    }

    /// What `editor.py` has written.
    public func lines(of application: String) -> [String] {
        let text = (try? String(contentsOfFile: log(of: application), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    private func log(of application: String) -> String { "\(folder)/\(application).log" }
}
