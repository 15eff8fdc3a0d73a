internal import Filmgate
internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateSystem
internal import FilmgateText
internal import Glibc

/// The agent's process: reads what it is told, runs an event loop on the main thread, and ends when it is told to.
@main
struct AgentProgram {
    static func main() {
        // The runtime would tell the journal that its threads were not given more priority than others. A program with the group of its
        // file writes no log where its caller wants one.
        unsafe setenv("LIBDISPATCH_LOG", "NO", hasCallersRightsAlone ? 0 : 1)
        do {
            switch try Invocation.parse(Array(CommandLine.arguments.dropFirst())) {
            case .help: print(Invocation.help, terminator: "")
            case .version: print("filmgate-agent \(Release.version)")
            case .run(let invocation):
                // Before any other thread exists: those would take the signals.
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

    /// Says why, and ends the process.
    static func end(_ error: any Error) -> Never {
        let complaint = complaint(about: error)
        try? OwnedDescriptor(owning: dup(STDERR_FILENO)).write("filmgate-agent: \(complaint.text)\n".utf8)
        leave(complaint.code)
    }

    /// Ends the process at once: other threads are at work, one of which may wait for a line on standard input and hold its lock, and
    /// `exit` would wait for them or take away what they use.
    static func leave(_ code: Int32) -> Never {
        _exit(code)
    }

    private static func complaint(about error: any Error) -> Complaint {
        switch error {
        case let complaint as Complaint: complaint
        case PhotoLibraryError.notAuthorized:
            Complaint(
                "This program may not answer for you: the broker's configuration does not name it ([agent] executables), or "
                    + "the library is another user's.", code: EX_NOPERM)
        case let error as PhotoLibraryError: Complaint(Text.clean(error.message), code: EX_UNAVAILABLE)
        default: Complaint("The process could not be set up: \(error).", code: EX_OSERR)
        }
    }
}
