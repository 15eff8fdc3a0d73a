internal import CFilmgateTerminal
internal import FilmgateDBus
internal import FilmgateFrontEnd
internal import FilmgateSystem
internal import Glibc
internal import Synchronization

/// The front end in plain lines, on standard input and output, terminals or not.
///
/// Lives on an event loop of its own.
actor PlainFrontEnd: FrontEnd {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let report: FrontEndReport
    private let output: OwnedDescriptor
    private var dialogue: Dialogue
    private var watch: Watch?
    /// What lines are typed for at the moment, known to the thread that reads them.
    private let matter = Mutex(0)

    init(_ report: FrontEndReport) throws(Errno) {
        loop = try EventLoop.onOwnThread(named: "lines")
        self.report = report
        output = OwnedDescriptor(owning: try calling { dup(STDOUT_FILENO) })
        fg_use_utf8_locale()
        let columns = Int(fg_terminal_columns(STDOUT_FILENO))
        dialogue = Dialogue(columns: columns > 20 ? columns : 80) { LocalTime($0) }
    }

    func open(_ signals: SignalDescriptor) throws {
        watch = try loop.watch(signals.descriptor) { [weak self] in
            while let signal = signals.next() { if signal != SIGWINCH { self?.report.ended(nil) } }
        }
        // Lines may come from a file, which cannot be watched: a thread waits for them.
        try startThread(named: "standard input") { [weak self] in
            while let line = readLine() { self?.came(line) }
            self?.came(nil)
        }
    }

    func tell(_ message: AgentMessage) { perform(dialogue.hear(message)) }

    private nonisolated func came(_ line: String?) {
        let matter = matter.withLock { $0 }
        loop.perform { [weak self] in
            self?.assumeIsolated { front in
                guard let line else { return front.report.ended(nil) }
                front.perform(front.dialogue.enter(line, under: matter))
            }
        }
    }

    private func perform(_ outputs: [Dialogue.Output]) {
        for part in outputs {
            switch part {
            case .text(let text):
                // Where nobody reads any more, nobody answers either.
                do { try output.write(text.utf8) } catch { report.ended(nil) }
            case .say(let message): report.say(message)
            case .forgetLines(let new):
                matter.withLock { $0 = new }
                // What a terminal holds back until Enter.
                tcflush(STDIN_FILENO, TCIFLUSH)
            case .quit: report.ended(nil)
            }
        }
    }
}
