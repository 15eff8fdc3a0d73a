import Filmgate
import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateText
import Glibc

/// The main program of the agent: parses the command line, and runs an event loop on the main thread.
@main
struct AgentProgram {
    static func main() {
        // Keeps libdispatch from logging that its threads get no higher priority. In a set-group-ID program, replaces
        // the variable that the caller has set.
        unsafe setenv("LIBDISPATCH_LOG", "NO", hasCallersRightsAlone ? 0 : 1)
        Localized.begin()
        do {
            switch try AgentCommandLine.parse(Argument.ofThisProcess) {
            case .help: print(AgentCommandLine.program.help, terminator: "")
            case .version: print("filmgate-agent \(FilmgateVersion.version)")
            case .run(let invocation):
                // Blocks the signals before a second thread starts, because that thread could receive them.
                let signals = try SignalDescriptor([SIGINT, SIGTERM, SIGHUP, SIGWINCH])
                let loop = try EventLoop()
                let service = AgentService(invocation, signals, on: loop)
                loop.perform { service.assumeIsolated { $0.start() } }
                loop.run()
            }
        } catch {
            end(error)
        }
    }

    /// Prints the error that ended the agent, if there is one, and ends the process.
    static func end(_ error: (any Error)?) -> Never {
        guard let error else { leave(EX_OK) }
        let complaint = complaint(about: error)
        write(complaint.text)
        leave(complaint.code)
    }

    /// Writes a sentence to standard error.
    static func write(_ sentence: String) {
        // A failure to write to standard error cannot be reported.
        try? OwnedDescriptor(owning: dup(STDERR_FILENO)).write("filmgate-agent: \(sentence)\n".utf8)
    }

    /// Ends the process at once. `exit` would wait for a thread that reads standard input.
    static func leave(_ code: Int32) -> Never { _exit(code) }

    private static func complaint(about error: any Error) -> AgentError {
        switch error {
        case let complaint as AgentError: complaint
        case PhotoLibraryError.notAuthorized:
            AgentError(
                localized(
                    "This program may not answer for you. Either the broker's configuration does not name it ([agent] executables), or the library belongs to a different user."
                ), code: EX_NOPERM)
        case let error as PhotoLibraryError: AgentError(Text.printable(error.message), code: EX_UNAVAILABLE)
        default:
            AgentError(localized("The process cannot be set up: {reason}.", ["reason": "\(error)"]), code: EX_OSERR)
        }
    }
}
