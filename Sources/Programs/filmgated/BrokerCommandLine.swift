import FilmgateBroker
import FilmgateKeyFiles
import FilmgateModel
import FilmgateSystem
import FilmgateText
import Glibc

/// The action that the command line requests.
enum BrokerCommandLine {
    case serve(Settings)
    case help, version

    static let program = OptionParser(
        "filmgated", synopsis: "[--bus ADDRESS] [--state FOLDER] [--config FILE]",
        summary: "Keeps photos and videos, and lets apps see what the person or an administrator allows.",
        options: [bus, state, configuration],
        notes: [
            TranslatableText(
                "On the system bus, the broker serves one library for each user, and polkit decides who may administer."
            ),
            TranslatableText("On any other bus, it serves the user who started it. That user administers the library."),
            TranslatableText("SIGTERM or SIGINT ends it."),
        ])

    private static let bus = Option(
        "bus", value: .one("ADDRESS"),
        "The bus to serve: an address, 'session' or 'system' (default: FILMGATE_BUS_ADDRESS, or the system bus)")
    private static let state = Option(
        "state", value: .one("FOLDER"), "The folder that holds the libraries (default: /var/lib/filmgate)")
    private static let configuration = Option(
        "config", value: .one("FILE"), "The configuration file (default: /etc/filmgate/filmgated.conf, if it exists)")

    /// - Throws: `UsageError` or `KeyFileError`.
    init(_ arguments: [Argument]) throws {
        switch try BrokerCommandLine.program.parse(arguments) {
        case .help: self = .help
        case .version: self = .version
        case .run(let values): self = .serve(try BrokerCommandLine.settings(values))
        }
    }

    /// Combines the command line and the configuration.
    private static func settings(_ values: OptionValues) throws -> Settings {
        let bus = values.text(bus) ?? environmentVariable("FILMGATE_BUS_ADDRESS") ?? "system"
        do throws(KeyFileError) {
            return try Settings(
                bus: bus, state: values.text(state) ?? "/var/lib/filmgate",
                Configuration(path: values.text(configuration)))
        } catch {
            throw KeyFileError("\(values.text(configuration) ?? Configuration.usualPath): \(error.message)")
        }
    }
}

extension Settings {
    /// - Parameters:
    ///   - bus: an address, "session" or "system".
    ///   - state: the folder that holds the libraries.
    init(bus: String, state: String, _ configuration: Configuration) throws(KeyFileError) {
        let folder = ThisProgram.folder
        self.init(
            bus: bus, state: state, owners: bus == "system" ? .everyUser : .only(getuid()),
            worker: folder + "/filmgate-render",
            ownersTools: [folder + "/filmgatectl", folder + "/filmgate-window", folder + "/filmgate-desktop"],
            agentPrograms: [folder + "/filmgate-agent"])
        delegates = [folder + "/filmgate-portal"]
        // This program is PREFIX/libexec/filmgate/filmgated.
        towns = folder + "/../../share/filmgate/towns"
        applicationFolders = Settings.applicationFolders(ofUser: bus == "system" ? nil : getuid())
        try configuration.apply(to: &self)
    }

    /// Returns the folders of desktop files. The user's folder is last, because any program of the user can change it.
    private static func applicationFolders(ofUser user: UInt32?) -> [String] {
        let exports = "share/flatpak/exports/share/applications"
        let home = user.flatMap { getpwuid($0) }.flatMap { $0.pointee.pw_dir }.map { String(cString: $0) }
        return [
            "/var/lib/flatpak/exports/share/applications", "/usr/local/share/applications", "/usr/share/applications",
        ] + (home.map { ["\($0)/.local/\(exports)"] } ?? [])
    }
}
