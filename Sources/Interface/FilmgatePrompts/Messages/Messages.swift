/// A message from the agent, which receives the broker's questions, to its front end, which shows them.
public enum AgentMessage: Hashable, Sendable {
    /// The first message, with the version of the message format.
    case hello(version: Int)
    /// A question to show. The agent sends waiting questions in the order of their arrival.
    case question(AgentPrompt)
    /// Removes a question that was answered or cancelled elsewhere.
    case dismiss(AgentPrompt.ID)
    case assets(AssetPage)
    case albums(AlbumListReply)
    /// The answer to `wantList`, with the content in a separate file.
    case list(AssetListMessage)
    /// An image in a separate file.
    case image(ImageMessage)
    /// The event for which the agent waits.
    case waiting(WaitReason)

    /// The version of the message format.
    public static let version = 2

    public enum WaitReason: String, Codable, Sendable {
        /// The agent is registered, and waits for apps to ask.
        case questions
        /// The agent waits for a broker to start.
        case broker
    }
}

/// A message from a front end to the agent.
public enum FrontEndMessage: Hashable, Sendable {
    case want(PageRequest)
    case wantAlbums(AgentPrompt.ID)
    case wantList(AssetListRequest)
    case wantImages(ImagesRequest)
    /// Requests images of the assets of a confirmation, before and after the changes.
    case wantPreviews(AgentPrompt.ID)
    /// Cancels the requested images that have not been sent yet.
    case forgetImages(ImagesRequest)
    case answer(PromptAnswer, to: AgentPrompt.ID)
    /// The person is reading or answering the question, so the broker continues to wait. Can be sent at each key press.
    case present(AgentPrompt.ID)

    /// The question that the message is about.
    public var question: AgentPrompt.ID {
        switch self {
        case .want(let request): request.question
        case .wantList(let request): request.question
        case .wantImages(let request), .forgetImages(let request): request.question
        case .wantAlbums(let id), .wantPreviews(let id), .answer(_, let id), .present(let id): id
        }
    }
}
