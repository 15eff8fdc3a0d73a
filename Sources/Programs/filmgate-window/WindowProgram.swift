import FilmgateGTK
import FilmgateLibraryTools
import FilmgateModel
import FilmgatePickStore
import FilmgateSystem
import FilmgateText
import Glibc

/// The window's process. Shows prompts if `filmgate-agent` passes a socket to it, and the progress of copying photos if
/// `filmgate-portal` starts it; otherwise, shows the library.
@main
struct WindowProgram {
    static func main() {
        Localized.begin()
        let agent = AgentConnection.inherited()
        let arguments = Argument.ofThisProcess
        let isCopying = agent == nil && arguments.first?.text == CopyProgress.argument
        let invocation = agent == nil && !isCopying ? invocation(arguments) : nil
        guard MainLoop.prepare(id: "org.filmgate.Filmgate", name: "Filmgate") else {
            end(localized("There is no display."), code: EX_UNAVAILABLE)
        }
        Resources.use(base64: resourceBundle, translations: Localized.domain)
        Dialog.cancelLabel = localized("_Cancel")
        // For translators: %-d is the day, %B is the name of the month, and %-m is its number. You may change the
        // order.
        DateText.formats = DateText.Formats(day: localized("%-d %B %Y"), month: localized("%B %Y"))
        Task { await sweep() }
        if let agent {
            ask(for: agent)
        } else if let invocation {
            showLibrary(invocation)
        } else {
            showProgress(over: arguments.dropFirst().first?.text ?? "")
        }
        exit(EX_OK)
    }

    /// Removes temporary files of programs that were killed. Runs on a different thread, because disks can be slow.
    @concurrent
    private nonisolated static func sweep() async {
        TemporaryFiles.sweep()
        PickStore().sweep()
    }

    /// Shows the agent's prompts until the agent closes the socket, or until there is no prompt for a minute.
    private static func ask(for agent: AgentConnection) {
        let prompts = PromptPresenter(agent)
        prompts.start()
        MainLoop.run()
        // Keeps the presenter alive while the main loop runs.
        _ = prompts
    }

    private static func showLibrary(_ invocation: LibraryInvocation) {
        let window = LibraryWindow(invocation)
        window.start()
        MainLoop.run()
        _ = window
    }

    /// Shows the progress of copying picked photos until they are copied.
    private static func showProgress(over parentWindow: String) {
        let dialog = CopyProgressDialog()
        dialog.start(over: parentWindow)
        MainLoop.run()
        _ = dialog
    }

    /// Parses the command line. Ends the process after `--help`, `--version` or a usage error.
    private static func invocation(_ arguments: [Argument]) -> LibraryInvocation? {
        do throws(UsageError) {
            switch try LibraryInvocation.parse(arguments) {
            case .run(let invocation): return invocation
            case .help: write(LibraryInvocation.program.help, to: STDOUT_FILENO)
            case .version: write("filmgate-window \(FilmgateVersion.version)\n", to: STDOUT_FILENO)
            }
        } catch {
            end(PhraseJoiner.sentences([error.message, LibraryInvocation.program.advice]), code: EX_USAGE)
        }
        exit(EX_OK)
    }

    private static func end(_ text: String, code: Int32) -> Never {
        write("filmgate-window: \(text)\n", to: STDERR_FILENO)
        exit(code)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        try? OwnedDescriptor(owning: dup(descriptor)).write(text.utf8)  // Writing fails if the output is closed.
    }
}
