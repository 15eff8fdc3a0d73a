import FilmgateModel

// The agent and the front ends send JSON objects with the key `type` and one more key for the content.

private protocol MessageKey: CodingKey { static var type: Self { get } }

extension KeyedEncodingContainer where Key: MessageKey {
    fileprivate mutating func put(_ name: some Encodable, _ content: some Encodable, _ key: Key) throws {
        try encode(name, forKey: .type)
        try encode(content, forKey: key)
    }
}

extension AgentMessage: Codable {
    private enum Keys: String, MessageKey { case type, version, question, id, page, list, image, `for` }

    private enum Name: String, Codable { case hello, question, dismiss, assets, albums, list, image, waiting }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        self =
            switch try values.decode(Name.self, forKey: .type) {
            case .hello: .hello(version: try values.decode(Int.self, forKey: .version))
            case .question: .question(try values.decode(AgentPrompt.self, forKey: .question))
            case .dismiss: .dismiss(try values.decode(String.self, forKey: .id))
            case .assets: .assets(try values.decode(AssetPage.self, forKey: .page))
            case .albums: .albums(try values.decode(AlbumListReply.self, forKey: .list))
            case .list: .list(try values.decode(AssetListMessage.self, forKey: .list))
            case .image: .image(try values.decode(ImageMessage.self, forKey: .image))
            case .waiting: .waiting(try values.decode(WaitReason.self, forKey: .for))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        switch self {
        case .hello(let version): try values.put(Name.hello, version, .version)
        case .question(let question): try values.put(Name.question, question, .question)
        case .dismiss(let id): try values.put(Name.dismiss, id, .id)
        case .assets(let page): try values.put(Name.assets, page, .page)
        case .albums(let list): try values.put(Name.albums, list, .list)
        case .list(let list): try values.put(Name.list, list, .list)
        case .image(let image): try values.put(Name.image, image, .image)
        case .waiting(let waiting): try values.put(Name.waiting, waiting, .for)
        }
    }
}

extension FrontEndMessage: Codable {
    private enum Keys: String, MessageKey { case type, request, answer, id }

    private enum Name: String, Codable {
        case want, answer, present
        case wantAlbums = "want-albums"
        case wantList = "want-list"
        case wantImages = "want-images"
        case wantPreviews = "want-previews"
        case forgetImages = "forget-images"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        self =
            switch try values.decode(Name.self, forKey: .type) {
            case .want: .want(try values.decode(PageRequest.self, forKey: .request))
            case .wantAlbums: .wantAlbums(try values.decode(String.self, forKey: .id))
            case .wantList: .wantList(try values.decode(AssetListRequest.self, forKey: .request))
            case .wantImages: .wantImages(try values.decode(ImagesRequest.self, forKey: .request))
            case .wantPreviews: .wantPreviews(try values.decode(String.self, forKey: .id))
            case .forgetImages: .forgetImages(try values.decode(ImagesRequest.self, forKey: .request))
            case .answer:
                try values.nestedContainer(keyedBy: AnswerKey.self, forKey: .answer).answer(
                    with: try values.decode(ContentLimits.self, forKey: .answer))
            case .present: .present(try values.decode(String.self, forKey: .id))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        switch self {
        case .want(let request): try values.put(Name.want, request, .request)
        case .wantAlbums(let id): try values.put(Name.wantAlbums, id, .id)
        case .wantList(let request): try values.put(Name.wantList, request, .request)
        case .wantImages(let request): try values.put(Name.wantImages, request, .request)
        case .wantPreviews(let id): try values.put(Name.wantPreviews, id, .id)
        case .forgetImages(let request): try values.put(Name.forgetImages, request, .request)
        case .answer(let answer, let prompt):
            try values.encode(Name.answer, forKey: .type)
            let encoder = values.superEncoder(forKey: .answer)
            try answer.limits.encode(to: encoder)
            var contents = encoder.container(keyedBy: AnswerKey.self)
            try contents.encode(answer, to: prompt)
        case .present(let id): try values.put(Name.present, id, .id)
        }
    }
}
