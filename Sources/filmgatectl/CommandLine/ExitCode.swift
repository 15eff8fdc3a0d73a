internal import Glibc

/// How the tool ends: the codes of `sysexits.h`, and 130 for an interruption.
enum ExitCode: Int32, CaseIterable, Sendable {
    case success = 0
    /// The command line is wrong.
    case usage = 64
    /// Some of what was given is not fit: files that are no photos, policy files with errors.
    case badData = 65
    /// What was named does not exist.
    case noInput = 66
    /// No bus, no broker, nobody to ask.
    case unavailable = 69
    /// Something is wrong inside: a damaged library, an answer that makes no sense.
    case software = 70
    case cannotCreate = 73
    case inputOutput = 74
    /// Trying again later may help.
    case temporary = 75
    case noPermission = 77
    /// The installation is not as it should be.
    case configuration = 78
    /// Ended by Ctrl-C, after what was under way.
    case interrupted = 130

    var meaning: String {
        switch self {
        case .success: "Everything was done"
        case .usage: "The command line is wrong"
        case .badData: "Some of the files could not be imported, or a policy file has errors"
        case .noInput: "What was named does not exist, or may not be seen"
        case .unavailable: "The bus or the broker cannot be reached, or nobody can be asked"
        case .software: "The library is damaged, or the broker answered what makes no sense"
        case .cannotCreate: "A file could not be created"
        case .inputOutput: "Reading or writing failed"
        case .temporary: "Too much is going on; try again later"
        case .noPermission: "Not allowed"
        case .configuration: "Something is wrong with the installation"
        case .interrupted: "Interrupted by Ctrl-C; what was under way was finished"
        }
    }
}
