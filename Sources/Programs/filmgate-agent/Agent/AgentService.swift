import Filmgate
import FilmgateDBus
import FilmgateKeyFiles
import FilmgatePictures
import FilmgatePrompts
import FilmgateSystem
import Glibc

/// Runs the agent: answers the broker's prompts until the front end or the bus connection ends.
actor AgentService {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let invocation: AgentCommandLine
    private let signals: SignalDescriptor
    private var watch: Watch?

    init(_ invocation: AgentCommandLine, _ signals: SignalDescriptor, on loop: EventLoop) {
        self.invocation = invocation
        self.signals = signals
        self.loop = loop
    }

    /// Runs the agent, then ends the process.
    func start() {
        Task {
            do { try await run() } catch {
                AgentProgram.end(error)
            }
            AgentProgram.end(nil)
        }
    }

    /// - Throws: the error that ended the agent.
    private func run() async throws {
        let settings = try invocation.settings.map { name in
            let program = try ProgramFinder.find(name)
            try WindowFrontEnd.checkExecutable(program)
            // Omits error messages that would overwrite the front end's screen.
            let hasScreen = if case .screen = invocation.frontEnd { isatty(STDERR_FILENO) == 1 } else { false }
            return SettingsWindows(program, bus: invocation.bus) { if !hasScreen { AgentProgram.write($0) } }
        }
        let agent = try PromptAgent(
            on: invocation.bus.map { .address($0) } ?? .usual, showsSettings: settings != nil,
            languages: Languages.ofThisProcess)
        let session = PromptAnswerer(agent, rules: invocation.rules, settings: settings)
        let (ends, ending) = AsyncStream.makeStream(of: (any Error)?.self)
        let (said, saying) = AsyncStream.makeStream(of: FrontEndMessage.self)
        let report = FrontEndCallbacks(say: { saying.yield($0) }, ended: { ending.yield($0) })
        let hearing = Task { for await message in said { await session.receive(message) } }
        let close = try await open(report, session, agent.library)
        let reports = StateReporter(to: session)
        let serving = Task {
            do {
                try await agent.run(reporting: { reports.add($0) }) { prompt in
                    await session.answer(prompt)
                }
                ending.yield(nil)
            } catch {
                ending.yield(error)
            }
        }
        var ended: (any Error)?
        for await first in ends {
            ended = first
            break
        }
        serving.cancel()
        hearing.cancel()
        reports.end()
        // Ends the process even if closing hangs.
        loop.after(.seconds(2)) { [ended] in AgentProgram.end(ended) }
        await close()
        await agent.library.disconnect()
        if let ended { throw ended }
    }

    /// Starts the front end.
    ///
    /// - Returns: a function that restores the terminal, if the front end controls it.
    private func open(
        _ report: FrontEndCallbacks, _ session: PromptAnswerer, _ library: PhotoLibrary
    ) async throws -> @Sendable () async -> Void {
        switch invocation.frontEnd {
        case .screen:
            let frontEnd = try TerminalFrontEnd(report)
            try await frontEnd.open(signals, pictures: invocation.pictures) { asset, width, height in
                try await library.picture(of: asset, width: width, height: height)
            }
            await session.use(frontEnd)
            return { await frontEnd.close() }
        case .lines:
            let frontEnd = try PlainFrontEnd(report)
            try await frontEnd.open(signals)
            await session.use(frontEnd)
        case .window(let program):
            await session.use(try WindowFrontEnd(try ProgramFinder.find(program), report))
            try endOnSignal(report)
        case .rulesOnly: try endOnSignal(report)
        }
        return {}
    }

    private func endOnSignal(_ report: FrontEndCallbacks) throws(Errno) {
        let signals = signals
        watch = try loop.watch(signals.descriptor) {
            while let signal = signals.next() { if signal != SIGWINCH { report.ended(nil) } }
        }
    }
}
