import FilmgateGTK
import FilmgatePrompts

/// Shows the agent's prompts, one at a time, and ends the process after it has been idle for a minute.
///
/// The presenter owns the open prompts, and the window of the first prompt.
final class PromptPresenter {
    private let agent: AgentConnection
    private var questions: [AgentPrompt] = []
    private var window: PromptWindow?
    private var idle: Timeout?

    /// The time for which the process waits for the next prompt, in milliseconds.
    private static let idleTime: UInt32 = 60_000

    init(_ agent: AgentConnection) { self.agent = agent }

    func start() {
        let messages = agent.messages()
        Task {
            for await incoming in messages { hear(incoming) }
            MainLoop.quit()
        }
        settled()
    }

    private func hear(_ incoming: AgentConnection.ReceivedMessage) {
        switch incoming.message {
        case .question(let question):
            questions.append(question)
            showFirst()
        case .dismiss(let id): remove(id)
        case .albums(let list) where list.question == window?.question.id: window?.receive(list.albums)
        case .assets(let page) where page.question == window?.question.id: window?.photos.receive(page)
        case .list(let list) where list.request.question == window?.question.id:
            window?.photos.receive(list, incoming.content)
        case .image(let image) where image.question == window?.question.id:
            window?.photos.receive(image, incoming.content)
        case .hello, .waiting, .assets, .albums, .list, .image: break
        }
    }

    private func showFirst() {
        idle?.cancel()
        guard window == nil, let question = questions.first else { return }
        let shown = PromptWindow(question, agent) { [weak self] answer in
            self?.agent.send(.answer(answer, to: question.id))
            self?.remove(question.id)
        }
        window = shown
        shown.present()
    }

    private func remove(_ id: AgentPrompt.ID) {
        questions.removeAll { $0.id == id }
        if window?.question.id == id {
            window?.close()
            window = nil
        }
        settled()
    }

    private func settled() {
        guard questions.isEmpty else { return showFirst() }
        idle?.cancel()
        idle = MainLoop.after(milliseconds: Self.idleTime) { MainLoop.quit() }
    }
}
