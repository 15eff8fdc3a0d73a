import Foundation

/// Where a program runs, and so how the broker sees it.
public enum ProgramOrigin: Sendable {
    /// In a sandbox as the Flatpak of this name would.
    case flatpak(String, SandboxOptions = SandboxOptions())
    /// Outside of sandboxes, as the user of the tests.
    case host
    /// Outside of sandboxes, as another user; possible for root alone.
    case user(UInt32)
}

/// What a sandbox has beyond the usual.
public struct SandboxOptions: Sendable {
    /// Names beside the broker's that it may talk to.
    public var talk: [String] = []
    /// Whether it may talk to the broker.
    public var reachesBroker = true
    /// Names that it may own.
    public var own: [String] = []
    /// Files and folders that it sees, at the same paths.
    public var readable: [String] = []
    public var writable: [String] = []
    /// What its proxy's `/.flatpak-info` holds, instead of a true one.
    public var info: [UInt8]?
    /// What it shows of itself at `/.flatpak-info`, while the proxy's is true.
    public var claim: [UInt8]?

    public init(
        talk: [String] = [], own: [String] = [], reachesBroker: Bool = true, readable: [String] = [],
        writable: [String] = [], info: [UInt8]? = nil,
        claim: [UInt8]? = nil
    ) {
        self.talk = talk
        self.own = own
        self.reachesBroker = reachesBroker
        self.readable = readable
        self.writable = writable
        self.info = info
        self.claim = claim
    }
}

extension ProgramOrigin {
    /// Starts a program there.
    ///
    /// - Parameters:
    ///   - folder: for temporary files; whoever gives it removes it.
    func start(
        _ command: [String], bus: String, folder: String, environment: [String: String] = [:],
        onLine: (@Sendable (String?) -> Void)? = nil
    ) throws -> Program {
        var variables = Program.plainEnvironment
        variables["TMPDIR"] = folder
        variables["DBUS_SESSION_BUS_ADDRESS"] = bus
        variables["FILMGATE_BUS_ADDRESS"] = bus
        variables["PYTHONDONTWRITEBYTECODE"] = "1"
        variables.merge(environment) { $1 }
        let words = try self.words(for: command, folder: folder, environment: environment)
        return try Program(words[0], Array(words.dropFirst()), environment: variables, onLine: onLine)
    }

    func words(for command: [String], folder: String, environment: [String: String]) throws -> [String] {
        switch self {
        case .host: return command
        case .user(let user):
            return ["/usr/bin/setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "--"] + command
        case .flatpak(let app, let options):
            var words = [Source.script("sandbox")]
            for name in options.talk { words += ["--talk", name] }
            for name in options.own { words += ["--own", name] }
            if !options.reachesBroker { words.append("--without-broker") }
            for path in options.readable + [Source.python] { words += ["--bind", path] }
            for path in options.writable { words += ["--bind-writable", path] }
            for (name, value) in environment { words += ["--setenv", "\(name)=\(value)"] }
            if let info = options.info { words += ["--info", try Self.file(info, in: folder)] }
            if let claim = options.claim { words += ["--claim", try Self.file(claim, in: folder)] }
            return words + [app] + command
        }
    }

    private static func file(_ bytes: [UInt8], in folder: String) throws -> String {
        let path = "\(folder)/\(UUID().uuidString)"
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }
}

/// Files of the source tree.
public enum Source {
    /// The folder with `client.py`.
    public static let python = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Python").path

    /// The folder of the whole source.
    public static let root = URL(filePath: python).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    public static func script(_ name: String) -> String { "\(root)/scripts/\(name)" }
}
