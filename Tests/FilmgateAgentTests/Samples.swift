import CFilmgateTerminal
import FilmgateModel
import FilmgatePolicy
import FilmgatePrompts
import FilmgateText

@testable import filmgate_agent

/// Questions, photos and keys as the tests need them.
enum Samples {
    /// Widths of characters are the locale's.
    static let locale: Void = fg_use_utf8_locale()

    static func question(
        _ subject: AgentPrompt.Subject = .access(.readWrite, highest: nil), id: String = "7", assets: Int = 500,
        client: AgentPrompt.App = AgentPrompt.App(
            id: "flatpak:org.example.Frame", name: "Frame Viewer", isVerified: true)
    ) -> AgentPrompt {
        _ = locale
        return AgentPrompt(id: id, app: client, assetCount: assets, subject: subject)
    }

    static let program = AgentPrompt.App(id: "exe:/usr/bin/frame", name: "frame", isVerified: false)

    /// The newest first, ten a day.
    static func assets(_ range: Range<Int>) -> [AssetSummary] {
        range.map { index in
            let minute = Int64(1_714_600_000 - index / 10 * 86_400 - index % 10 * 60)
            return AssetSummary(
                ListedAsset(
                    id: id(index), creationDate: Timestamp(rawValue: minute * 1_000_000),
                    isFavorite: index.isMultiple(of: 9)),
                filename: "IMG_\((index + 1).padded(to: 4)).JPG",
                title: index.isMultiple(of: 7) ? "The harbour" : nil,
                altText: index == 1 ? "A boat\nat a pier" : nil, mediaType: .image)
        }
    }

    static func id(_ index: Int) -> AssetID {
        var bytes = [UInt8](repeating: 0, count: 13)
        for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: index >> shift)) }
        return AssetID(bytes: bytes)!
    }

    /// In UTC, whatever the machine's zone.
    @Sendable static func utc(_ seconds: Int64) -> CivilTime? { CivilTime(seconds, in: .offset(0)) }

    static let albums = ["Frame", "\u{1B}Summer in Köln"].enumerated().map { index, title in
        AlbumSummary(id: AlbumID(uuid: id(1000 + index).uuid), title: title, count: 50)
    }

    static func list(_ count: Int = 30, limit: Int? = nil) -> PhotoList {
        _ = locale
        var list = PhotoList(total: count, limit: limit)
        list.append(assets(0..<count).map { Photo($0, localTime: utc) }, total: count)
        return list
    }
}

/// What a front end answered, and to which prompt.
@dynamicMemberLookup
struct Answer: Hashable {
    let id: AgentPrompt.ID
    let answer: PromptAnswer

    init(
        to id: AgentPrompt.ID, _ decision: PromptAnswer.Decision, validity: PromptAnswer.Validity = .lasting,
        rights: Rights? = nil
    ) {
        self.init(PromptAnswer(decision, validity: validity, rights: rights), to: id)
    }

    init(_ answer: PromptAnswer, to id: AgentPrompt.ID) { (self.id, self.answer) = (id, answer) }

    subscript<Value>(dynamicMember path: KeyPath<PromptAnswer, Value>) -> Value { answer[keyPath: path] }

    var pick: PickAnswer? { if case .picked(let pick) = answer.decision { pick } else { nil } }
}

/// A terminal on which a test types: the model, and an agent with photos.
struct TypedTerminal {
    var model: TerminalModel
    private(set) var answers: [Answer] = []
    private(set) var actions: [TerminalModel.Action] = []
    let assets: Int
    let answersPages: Bool
    var albums: [AlbumSummary] = []

    init(
        _ question: AgentPrompt? = nil, rows: Int = 24, columns: Int = 80, answersPages: Bool = true,
        albums: [AlbumSummary] = [], pictures: TerminalModel.Pictures = .none
    ) {
        model = TerminalModel(
            size: TerminalSize(rows: rows, columns: columns), pictures: pictures, localTime: Samples.utc)
        assets = question?.assetCount ?? 0
        self.answersPages = answersPages
        self.albums = albums
        if let question { send(.question(question)) }
    }

    mutating func send(_ message: AgentMessage) { follow(model.handle(.received(message))) }

    mutating func press(_ keys: TerminalKey...) {
        for key in keys { follow(model.handle(.key(key))) }
    }

    mutating func type(_ text: String) {
        for character in text { press(.character(character)) }
    }

    private mutating func follow(_ new: [TerminalModel.Action]) {
        actions += new
        for case .say(let message) in new {
            switch message {
            case .answer(let answer, let id): answers.append(Answer(answer, to: id))
            case .want(let request) where request.album != nil:
                // Every tenth photo is in every album.
                let members = (0..<assets).filter { $0.isMultiple(of: 10) }.flatMap { Samples.assets($0..<$0 + 1) }
                send(
                    .assets(
                        AssetPage(
                            question: request.question, album: request.album, offset: request.offset,
                            total: members.count,
                            assets: Array(members.dropFirst(request.offset).prefix(request.count)))))
            case .wantAlbums(let id): send(.albums(AlbumListReply(question: id, albums: albums)))
            case .want(let request) where answersPages:
                let end = min(assets, request.offset + request.count)
                send(
                    .assets(
                        AssetPage(
                            question: request.question, offset: request.offset, total: assets,
                            assets: Samples.assets(request.offset..<max(end, request.offset)))))
            case .want, .present, .wantList, .wantImages, .wantPreviews, .forgetImages: break
            }
        }
    }

    var text: String { model.frame().text }
    /// Whether what the cursor is on is shown.
    var hasCursor: Bool { model.frame().lines.contains { $0.spans.contains { $0.look == .current } } }
    var lines: [String] { model.frame().lines.map(\.text) }
}
