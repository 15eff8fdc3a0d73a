import FilmgateKeyFiles
import FilmgateSystem
import Glibc

/// The folders with the configuration and data of the desktop and the person, according to the environment.
struct DesktopFolders: Sendable {
    /// The folders with configuration; earlier folders override later ones. The first one is the person's.
    let configuration: [String]
    /// The folders with data; earlier folders override later ones.
    let data: [String]
    /// The folder with `portals.conf` and the `.portal` files; nil stands for the usual folders.
    let portals: String?
    let desktops: [String]
    /// The person's runtime directory.
    let runtime: String

    init(_ variable: (String) -> String? = environmentVariable) {
        func folder(_ name: String, _ usual: String) -> String {
            variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } ?? usual
        }
        func folders(_ name: String, _ usual: String) -> [String] {
            let text = variable(name).flatMap { $0.isEmpty ? nil : $0 } ?? usual
            return text.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        }
        let home = variable("HOME") ?? "/"
        configuration =
            [folder("XDG_CONFIG_HOME", home + "/.config")] + folders("XDG_CONFIG_DIRS", "/etc/xdg") + ["/etc"]
        data =
            [folder("XDG_DATA_HOME", home + "/.local/share")]
            + folders("XDG_DATA_DIRS", "/usr/local/share:/usr/share")
        portals = variable("XDG_DESKTOP_PORTAL_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        desktops = (variable("XDG_CURRENT_DESKTOP") ?? "").split(separator: ":").map(String.init)
        runtime = folder("XDG_RUNTIME_DIR", "/run/user/\(getuid())")
    }

    /// The settings in `filmgate/portal.conf`; the person's file overrides the administrator's.
    var settings: PortalSettings { readSettings { _ in } }

    /// - Parameter report: called with a sentence about each error in the files.
    func readSettings(reporting report: (String) -> Void) -> PortalSettings {
        var settings = PortalSettings()
        for folder in configuration.reversed() {
            guard let bytes = contents(folder + "/filmgate", "portal.conf") else { continue }
            for error in settings.read(bytes) { report("\(folder)/filmgate/portal.conf: \(error.message)") }
        }
        return settings
    }

    /// Returns the choice of a backend. Reads the files at each call, to find newly installed backends.
    func backendChoice(configured: String?) -> BackendSelector {
        BackendSelector(files: portalFiles(), desktops: desktops, preferred: preferred(), configured: configured)
    }

    private func portalFiles() -> [PortalFile] {
        var files: [PortalFile] = []
        let folders = portals.map { [$0] } ?? data.map { $0 + "/xdg-desktop-portal/portals" }
        for path in folders {
            // A folder that does not exist or cannot be read is skipped.
            guard let folder = try? Directory(path: path), let names = try? folder.names() else { continue }
            for file in names where file.hasSuffix(".portal") {
                let name = String(file.dropLast(".portal".count))
                guard !files.contains(where: { $0.name == name }), let bytes = contents(path, file),
                    let portal = PortalFile(name: name, bytes)
                else { continue }
                files.append(portal)
            }
        }
        return files
    }

    /// Returns the backends that the first `portals.conf` prefers, by the rules of xdg-desktop-portal since 1.17.
    private func preferred() -> [String] {
        let names = desktops.map { $0.lowercased() + "-portals.conf" } + ["portals.conf"]
        let folders = portals.map { [$0] } ?? (configuration + data).map { $0 + "/xdg-desktop-portal" }
        for folder in folders {
            for name in names {
                if let bytes = contents(folder, name) { return BackendSelector.preferred(in: bytes) }
            }
        }
        return []
    }

    /// Returns the contents of a file; nil if it does not exist, cannot be read, or is larger than 64 KiB.
    private func contents(_ folder: String, _ name: String) -> [UInt8]? {
        // The caller ignores files that cannot be read.
        try? Directory(path: folder).file(name).contents(upTo: 64 << 10)
    }
}
