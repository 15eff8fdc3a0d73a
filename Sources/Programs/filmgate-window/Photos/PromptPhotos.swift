import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateSystem

/// Provides lists and images of photos.
protocol PhotoSource: AnyObject {
    var images: ImageLoader { get }

    /// Reads the newest assets of the library, or the first assets of an album, which is faster than reading all
    /// assets. Calls `body` with an empty array if there are no assets, or if they cannot be read.
    ///
    /// - Parameters:
    ///   - count: the maximum number of assets, at most `PageRequest.mostAssets`.
    ///   - body: called with the assets, and with true if there are no further assets.
    func wantFirst(_ count: Int, in album: AlbumID?, _ body: @escaping ([ListedAsset], Bool) -> Void)

    /// Reads the assets of a request. Calls `body` with nil if they cannot be read.
    func want(_ request: AssetListRequest, _ body: @escaping ([ListedAsset]?) -> Void)
}

/// Provides the photos of a prompt. The agent sends the lists and images.
final class PromptPhotos: PhotoSource {
    let images: ImageLoader

    private let agent: AgentConnection
    private let question: AgentPrompt.ID
    private var preview: ((AssetID, ImageMessage.Stage, Texture?) -> Void)?
    private var waiting: [AssetListRequest: [([ListedAsset]?) -> Void]] = [:]
    /// The closures that wait for the first assets, by album.
    private var waitingFirst: [AlbumID?: [([ListedAsset], Bool) -> Void]] = [:]

    init(of question: AgentPrompt, from agent: AgentConnection) {
        self.agent = agent
        self.question = question.id
        images = ImageLoader(from: AgentImages(of: question.id, from: agent))
    }

    func wantFirst(_ count: Int, in album: AlbumID?, _ body: @escaping ([ListedAsset], Bool) -> Void) {
        waitingFirst[album, default: []].append(body)
        agent.send(.want(PageRequest(question: question, album: album, offset: 0, count: count)))
    }

    func receive(_ page: AssetPage) {
        for asset in page.assets { images.altTexts[asset.id] = asset.altText }
        let assets = page.assets.map(\.listed)
        for body in waitingFirst.removeValue(forKey: page.album) ?? [] { body(assets, assets.count >= page.total) }
    }

    func want(_ request: AssetListRequest, _ body: @escaping ([ListedAsset]?) -> Void) {
        let isNew = waiting[request] == nil
        waiting[request, default: []].append(body)
        if isNew { agent.send(.wantList(request)) }
    }

    /// Requests the images that show the assets before and after the changes in the prompt. Calls `body` for each
    /// image, with nil if the image cannot be shown.
    func wantPreviews(_ body: @escaping (AssetID, ImageMessage.Stage, Texture?) -> Void) {
        preview = body
        agent.send(.wantPreviews(question))
    }

    func receive(_ image: ImageMessage, _ content: OwnedDescriptor?) {
        if let stage = image.stage {
            Task {
                var textures: [Int?: Texture]?
                if let content { textures = await DisplayImageSize.textures(of: content, sides: [nil]) }
                preview?(image.asset, stage, textures?[nil])
            }
            return
        }
        guard image.failure == nil, let content else {
            return images.failed(image.asset, size: image.size, reason: image.failure ?? "unavailable")
        }
        images.receive(content, of: image.asset, size: image.size, isDegraded: image.isDegraded)
    }

    func receive(_ list: AssetListMessage, _ content: OwnedDescriptor?) {
        guard waiting[list.request] != nil else { return }
        Task {
            let listed = await Self.assets(list, content)
            images.altTexts.merge(listed?.altTexts ?? [:]) { $1 }
            for body in waiting.removeValue(forKey: list.request) ?? [] { body(listed?.assets) }
        }
    }

    /// Reads a list on a different thread, because it can be long.
    @concurrent
    private nonisolated static func assets(_ list: AssetListMessage, _ content: OwnedDescriptor?) async
        -> (assets: [ListedAsset], altTexts: [AssetID: String])?
    {
        guard let count = list.count, let content, (0...AssetListContent.mostAssets).contains(count) else { return nil }
        do {
            let bytes = try content.contents(
                upTo: count * AssetListContent.bytesPerAsset + AssetListContent.altTextBytes)
            return try bytes.map { try AssetListContent.assets(in: $0, count: count) }
        } catch { return nil }  // The receivers get nil, and the page says so.
    }
}

extension ListedAsset {
    /// Returns the result of `value` for the creation date and the UTC offset of the clock; nil without a date.
    func date<Value>(_ value: (Int64, Int32?) -> Value?) -> Value? {
        creationDate.flatMap { value($0.rawValue, clockOffset) }
    }
}

/// Requests the images of a prompt from the agent.
private final class AgentImages: ImageSource {
    private let question: AgentPrompt.ID
    private let agent: AgentConnection

    init(of question: AgentPrompt.ID, from agent: AgentConnection) {
        self.question = question
        self.agent = agent
    }

    func want(_ assets: [AssetID], size: Int) {
        for request in requests(assets, size) { agent.send(.wantImages(request)) }
    }

    func forget(_ assets: [AssetID], size: Int) {
        for request in requests(assets, size) { agent.send(.forgetImages(request)) }
    }

    private func requests(_ assets: [AssetID], _ size: Int) -> [ImagesRequest] {
        stride(from: 0, to: assets.count, by: ImagesRequest.mostAssets).map { start in
            let part = assets[start..<min(assets.count, start + ImagesRequest.mostAssets)]
            return ImagesRequest(question: question, assets: Array(part), size: size)
        }
    }
}
