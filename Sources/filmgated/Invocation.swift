internal import CFilmgateGLib
internal import FilmgateBroker
internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateSystem
internal import Glibc

/// Something in the command line or the configuration that is not as it must be, in a sentence.
struct Complaint: Error {
    let text: String

    init(_ text: String) { self.text = text }

    /// Takes the error over.
    init(taking error: UnsafeMutablePointer<GError>?) {
        text = error.map { String(cString: $0.pointee.message) } ?? "something is wrong with it"
        if let error { g_error_free(error) }
    }
}

/// What the command line says; `--help` is answered in here.
struct Invocation {
    /// An address, or "system".
    let bus: String
    let state: String
    let configuration: String?
    let wantsVersion: Bool

    init() throws(Complaint) {
        var raw = fg_broker_options()
        var error: UnsafeMutablePointer<GError>?
        defer { for text in [raw.bus, raw.state, raw.config] { g_free(text) } }
        guard fg_broker_options_parse(CommandLine.argc, CommandLine.unsafeArgv, &raw, &error) != 0 else {
            throw Complaint(taking: error)
        }
        for (option, value) in [("bus", raw.bus), ("state", raw.state), ("config", raw.config)] {
            if let value, String(validatingCString: value) == nil {
                throw Complaint("--\(option): '\(String(cString: value))' is not UTF-8.")
            }
        }
        let environment = environmentVariable("FILMGATE_BUS_ADDRESS")
        bus = raw.bus.map { String(cString: $0) } ?? environment ?? "system"
        state = raw.state.map { String(cString: $0) } ?? "/var/lib/filmgate"
        configuration = raw.config.map { String(cString: $0) }
        wantsVersion = raw.version != 0
    }
}

extension Invocation {
    /// The command line and the configuration together.
    func settings() throws(Complaint) -> Settings {
        let configuration = try Configuration(path: self.configuration)
        let folder = Invocation.programFolder
        var settings = Settings(
            bus: bus, state: state, owners: bus == "system" ? .everyUser : .only(getuid()),
            worker: configuration.worker ?? folder + "/filmgate-render",
            ownersTools: Set(configuration.ownersTools ?? [folder + "/filmgatectl"]),
            agentPrograms: Set(configuration.agentPrograms ?? [folder + "/filmgate-agent"]))
        settings.applicationFolders =
            configuration.applicationFolders ?? Invocation.applicationFolders(ofUser: bus == "system" ? nil : getuid())
        settings.prompts = configuration.prompts
        if let bytes = configuration.resourceBytes { settings.resourceBytes = bytes }
        settings.libraryBytes = configuration.libraryBytes
        settings.unkept = configuration.unkept
        if let libraries = configuration.libraries { settings.libraries = libraries }
        if let time = configuration.idleTime { settings.idleTime = time }
        if let time = configuration.authorityTime { settings.authorityTime = time }
        if let time = configuration.personTime { settings.personTime = time }
        settings.policyFolders = configuration.policyFolders
        if let results = configuration.results { settings.results.open = results }
        if let rows = configuration.resultRows { settings.results.rows = rows }
        if let time = configuration.fetchTime { settings.fetchTime = time }
        if let requests = configuration.requests { settings.requests = requests }
        if let connections = configuration.connections { settings.connections = connections }
        if let calls = configuration.calls { settings.calls = calls }
        if let bytes = configuration.unreadBytes { settings.backlog.ofConnection.bytes = bytes }
        if let descriptors = configuration.unreadDescriptors {
            settings.backlog.ofConnection.descriptors = descriptors
        }
        if let workers = configuration.workers { settings.workers = workers }
        settings.audit = configuration.audit
        if let days = configuration.trashDays { settings.trashDays = days }
        if let days = configuration.historyDays { settings.historyDays = days }
        return settings
    }

    /// The system's folders go first: what stands in a folder of the person's own can be put there by any of their programs.
    private static func applicationFolders(ofUser user: UInt32?) -> [String] {
        let exports = "share/flatpak/exports/share/applications"
        let home = user.flatMap { getpwuid($0) }.flatMap { $0.pointee.pw_dir }.map { String(cString: $0) }
        return [
            "/var/lib/flatpak/exports/share/applications", "/usr/local/share/applications", "/usr/share/applications",
        ] + (home.map { ["\($0)/.local/\(exports)"] } ?? [])
    }

    /// The folder of this program's own file: the others are installed beside it.
    private static var programFolder: String {
        let path = (try? Folder(path: "/proc/self").magicFile("exe").path()) ?? ""
        return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
}
