import Glibc

/// The exit codes: those of `sysexits.h`, and 130 for an interruption.
enum ExitCode: Int32, CaseIterable, Sendable {
    case success = 0
    /// The command line is wrong.
    case usage = 64
    /// Some files are not photos, or a policy file has errors.
    case badData = 65
    /// Something that the command line names does not exist.
    case noInput = 66
    /// There is no bus, no broker, or no agent.
    case unavailable = 69
    /// The library is damaged, or a reply is invalid.
    case software = 70
    case cannotCreate = 73
    case inputOutput = 74
    /// A later attempt may succeed.
    case temporary = 75
    case noPermission = 77
    /// The installation has a problem.
    case configuration = 78
    /// Ctrl-C ended the command, or the person cancelled.
    case interrupted = 130

    /// The meaning in English, for the manual page.
    var meaning: String {
        switch self {
        case .success: "The command succeeded"
        case .usage: "The command line is wrong"
        case .badData: "Some of the files could not be imported, or a policy file has errors"
        case .noInput: "Something that the command line names does not exist, or is not visible to this program"
        case .unavailable: "The bus or the broker cannot be reached, or there is no agent"
        case .software: "The library is damaged, or the broker sent an invalid reply"
        case .cannotCreate: "A file could not be created"
        case .inputOutput: "Reading or writing failed"
        case .temporary: "The broker is busy; try again later"
        case .noPermission: "This program does not have the permission"
        case .configuration: "The installation has a problem"
        case .interrupted: "Ctrl-C interrupted the command, or the person picked nothing"
        }
    }
}
