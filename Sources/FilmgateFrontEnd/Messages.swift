/// What the agent says to its front end.
public enum AgentMessage: Hashable, Sendable {
    /// First of all: the version of these messages.
    case hello(version: Int)
    /// A question that is to be shown; several may wait at a time, the first one first.
    case question(Question)
    /// The question is settled otherwise, or nobody waits for its answer any more: it is to be taken down.
    case dismiss(Question.ID)
    case assets(AssetPage)
    case albums(AlbumList)
    /// What the agent itself is waiting for.
    case waiting(Waiting)

    /// The version that this module speaks.
    public static let version = 1

    public enum Waiting: String, Codable, Sendable {
        /// It is registered: for apps to ask.
        case questions
        /// No broker runs at the moment.
        case broker
    }
}

/// What a front end says to the agent.
public enum FrontEndMessage: Hashable, Sendable {
    case want(PageRequest)
    case wantAlbums(Question.ID)
    case answer(Answer)
    /// The person is at the question: the broker goes on waiting for them. May be said as often as they do anything.
    case present(Question.ID)
}
