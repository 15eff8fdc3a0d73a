import Filmgate
import FilmgatePrompts

extension ImageQueue {
    /// Creates a queue that sends images for a question to a front end.
    convenience init(of question: AgentPrompt.ID, from library: PhotoLibrary, to frontEnd: any FrontEnd) {
        self.init(from: library) { delivery in
            var message = ImageMessage(question: question, asset: delivery.asset, size: delivery.size)
            switch delivery.content {
            case .image(let content, let isDegraded):
                message.isDegraded = isDegraded
                await frontEnd.send(.image(message), with: content)
            case .failure(let reason):
                message.failure = reason
                await frontEnd.send(.image(message))
            }
        }
    }
}
