public import FilmgateModel

/// A front end's request for images of assets, or the cancellation of such a request.
public struct ImagesRequest: Codable, Hashable, Sendable {
    public let question: AgentPrompt.ID
    public let assets: [AssetID]
    /// The maximum length of the longer side, in pixels.
    public let size: Int

    /// The maximum number of assets in one request.
    public static let mostAssets = 500
    /// The maximum of `size`.
    public static let largestSize = 4096

    public init(question: AgentPrompt.ID, assets: [AssetID], size: Int) {
        self.question = question
        self.assets = assets
        self.size = size
    }

    private enum CodingKeys: CodingKey { case question, assets, size }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        question = try values.decode(AgentPrompt.ID.self, forKey: .question)
        assets = try values.decodeIfPresent([AssetID].self, forKey: .assets) ?? []
        size = try values.decode(Int.self, forKey: .size)
        guard assets.count <= ImagesRequest.mostAssets else { throw values.corrupted(.assets, "too many") }
        guard 1...ImagesRequest.largestSize ~= size else { throw values.corrupted(.size, "out of range") }
    }
}

/// An image that a front end requested, or the reason why there is none. The image is a JPEG in a separate file,
/// upright, in sRGB and without metadata.
public struct ImageMessage: Codable, Hashable, Sendable {
    public let question: AgentPrompt.ID
    public let asset: AssetID
    /// The `size` in the request.
    public let size: Int
    /// Whether a better image follows.
    public var isDegraded: Bool
    /// The content that the image shows: before or after the changes to confirm; nil for the current content.
    public var stage: Stage?
    /// The reason, as a word, why there is no image: `damaged`, `large`, `gone`, `busy` or `unavailable`. Nil if there
    /// is an image.
    public var failure: String?

    public enum Stage: String, Codable, Sendable { case before, after }

    public init(question: AgentPrompt.ID, asset: AssetID, size: Int, isDegraded: Bool = false, failure: String? = nil) {
        self.question = question
        self.asset = asset
        self.size = size
        self.isDegraded = isDegraded
        self.failure = failure
    }

    private enum CodingKeys: String, CodingKey {
        case question, asset, size, stage, failure
        case isDegraded = "degraded"
    }
}
