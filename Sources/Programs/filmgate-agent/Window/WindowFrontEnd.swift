import FilmgateModel
import FilmgateProcess
import FilmgatePrompts
import FilmgateSystem

import FoundationEssentials
import Glibc

/// A front end in a separate program, which is connected by a socket pair.
///
/// Starts the program for a question. The program may end when no question is open. If it ends earlier, or sends an
/// invalid message, this actor starts it again with the same questions, at most `mostStarts` times in total.
///
/// Owns the open questions and the program. Runs on its own queue, because sending can block until the program reads.
actor WindowFrontEnd: FrontEnd {
    private typealias Socket = MessageSocket<AgentMessage, FrontEndMessage>

    private struct WindowProcess {
        /// The number of this start of the program.
        let number: Int
        let socket: Socket
        let child: SpawnedProcess
    }

    /// The maximum number of starts of the program for the same questions. Then the questions are dismissed.
    static let mostStarts = 3
    /// The time in which a picker must be shown in place of a file dialog. After this time, the file dialog is shown.
    private static let showingTime = Duration.seconds(1)

    private let queue = SerialQueue(named: "window")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let program: String
    private let report: FrontEndCallbacks
    private var running: WindowProcess?
    /// The open questions, in the order in which they were asked.
    private var questions: [AgentPrompt] = []
    /// The open questions about which the program has sent a message. The program sends one when it shows a question.
    private var shown: Set<AgentPrompt.ID> = []
    private var waiting: AgentMessage?
    /// The number of starts of the program since the last answer.
    private var starts = 0
    private var lastNumber = 0

    /// - Throws: if the program cannot be executed.
    init(_ program: String, _ report: FrontEndCallbacks) throws(AgentError) {
        self.program = program
        self.report = report
        try Self.checkExecutable(program)
    }

    /// - Throws: if the program cannot be executed.
    static func checkExecutable(_ program: String) throws(AgentError) {
        guard access(program, X_OK) == 0 else { throw AgentError(notStarted: program, because: .current) }
    }

    func send(_ message: AgentMessage, with content: OwnedDescriptor?) {
        switch message {
        // `start` sends this message to each new program.
        case .hello: return
        case .waiting: waiting = message
        case .question(let question):
            questions.append(question)
            if question.picker?.offersOtherFiles == true { giveUpUnlessShown(question.id) }
            guard running != nil else { return start() }
        case .dismiss(let id): settle(id)
        case .assets, .albums, .list, .image: break
        }
        write(message, with: content)
    }

    // MARK: The program

    private func start() {
        guard starts < Self.mostStarts else { return dismissAll() }
        starts += 1
        lastNumber += 1
        let number = lastNumber
        do {
            let ends = try OwnedDescriptor.packetPair()
            // A program that does not read for this long counts as crashed.
            try ends.0.limitSending(to: .seconds(10))
            let child = try SpawnedProcess(
                program, environment: ProcessInfo.processInfo.environment, descriptors: [ends.1])
            let socket = Socket(ends.0)
            running = WindowProcess(number: number, socket: socket, child: child)
            let (messages, saying) = AsyncStream.makeStream(of: FrontEndMessage.self)
            try startThread(named: "window") {
                // After an invalid message, the program is treated as if it had ended.
                while let (message, _) = try? socket.receive() { saying.yield(message) }
                saying.finish()
            }
            Task {
                for await message in messages { receive(message, from: number) }
                ended(number)
            }
        } catch {
            running = nil
            return dismissAll()
        }
        for message in [.hello(version: AgentMessage.version)] + (waiting.map { [$0] } ?? [])
            + questions.map(AgentMessage.question)
        {
            write(message)
        }
    }

    private func write(_ message: AgentMessage, with content: OwnedDescriptor? = nil) {
        guard let running else { return }
        do { try running.socket.send(message, with: content) } catch {
            // The program has ended, or hangs. The reading thread reports the end of the program, after the program's
            // last messages.
            running.child.kill()
        }
    }

    /// Answers with `otherFiles` if the program does not show the picker in time.
    private func giveUpUnlessShown(_ id: AgentPrompt.ID) {
        Task {
            // Nothing cancels this task, so `sleep` does not fail.
            try? await Task.sleep(for: Self.showingTime)
            guard !shown.contains(id), questions.contains(where: { $0.id == id }) else { return }
            settle(id)
            report.say(.answer(PromptAnswer(.otherFiles), to: id))
            write(.dismiss(id))
        }
    }

    private func receive(_ message: FrontEndMessage, from number: Int) {
        guard running?.number == number else { return }
        if questions.contains(where: { $0.id == message.question }) { shown.insert(message.question) }
        guard case .answer(let answer, let id) = message else { return report.say(message) }
        // Ignores an answer to a question that is not open.
        guard let question = questions.first(where: { $0.id == id }) else { return }
        // The broker would treat an answer that does not fit the question as a fault of the agent.
        guard let fitted = answer.fitted(to: question) else { return running?.child.kill() ?? () }
        settle(id)
        report.say(.answer(fitted, to: id))
    }

    private func settle(_ id: AgentPrompt.ID) {
        questions.removeAll { $0.id == id }
        shown.remove(id)
        starts = min(starts, 1)
        if questions.isEmpty { starts = 0 }
    }

    private func ended(_ number: Int) {
        guard let running, running.number == number else { return }
        running.child.kill()
        self.running = nil
        if questions.isEmpty { starts = 0 } else { start() }
    }

    /// Dismisses all questions, because no person can be asked.
    private func dismissAll() {
        for question in questions { report.say(.answer(question.answerIfNotShown, to: question.id)) }
        (questions, shown) = ([], [])
        starts = 0
    }
}
