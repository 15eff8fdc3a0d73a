import CFilmgateTerminal
import FilmgateDBus
import FilmgatePrompts
import FilmgateSystem
import FilmgateText
import Glibc
import Synchronization

/// The front end that reads and writes plain lines. Standard input and output need not be a terminal.
///
/// Runs on its own event loop.
actor PlainFrontEnd: FrontEnd {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let report: FrontEndCallbacks
    private let output: OwnedDescriptor
    private var dialogue: PlainFrontEndModel
    private var watch: Watch?
    /// The number of the dialogue's current turn, which the thread that reads lines needs.
    private let turn = Mutex(0)

    init(_ report: FrontEndCallbacks) throws(Errno) {
        loop = try EventLoop.onOwnThread(named: "lines")
        self.report = report
        output = OwnedDescriptor(owning: try calling { dup(STDOUT_FILENO) })
        let columns = Int(fg_terminal_columns(STDOUT_FILENO))
        dialogue = PlainFrontEndModel(columns: columns > 20 ? columns : 80) { CivilTime($0, in: .local) }
    }

    func open(_ signals: SignalDescriptor) throws {
        watch = try loop.watch(signals.descriptor) { [weak self] in
            while let signal = signals.next() { if signal != SIGWINCH { self?.report.ended(nil) } }
        }
        // Lines may come from a file, which an event loop cannot watch. So a thread reads the lines.
        try startThread(named: "standard input") { [weak self] in
            while let line = readLine() { self?.receive(line) }
            self?.receive(nil)
        }
    }

    func send(_ message: AgentMessage, with content: OwnedDescriptor?) { perform(dialogue.receive(message)) }

    private nonisolated func receive(_ line: String?) {
        let turn = turn.withLock { $0 }
        loop.perform { [weak self] in
            self?.assumeIsolated { front in
                guard let line else { return front.report.ended(nil) }
                front.perform(front.dialogue.enter(line, at: turn))
            }
        }
    }

    private func perform(_ outputs: [PlainFrontEndModel.Output]) {
        for part in outputs {
            switch part {
            case .text(let text):
                // If the output cannot be written, no person can answer.
                do { try output.write(text.utf8) } catch { report.ended(nil) }
            case .say(let message): report.say(message)
            case .forgetLines(let new):
                turn.withLock { $0 = new }
                // Also discards text that was typed without Enter.
                tcflush(STDIN_FILENO, TCIFLUSH)
            case .quit: report.ended(nil)
            }
        }
    }
}
