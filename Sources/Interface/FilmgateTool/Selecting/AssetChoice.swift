import Filmgate
import FilmgateLibraryTools
import FilmgateText

/// The assets that a command line chooses: by their names, or with a condition.
struct AssetChoice: Sendable {
    static let condition = Option(
        "where", value: .one("CONDITION"), "All assets that match a condition, such as \"rating >= 4 and favorite\"")
    static let album = Option(
        "album", value: .one("ALBUM"), completion: .names(.anyAlbums), "Only the assets of this album")

    static let noAlbum = Option("no-album", "Only assets that are in no album")

    static let words = Option(
        "search", value: .one("WORDS"),
        "Only assets with these words, or words that begin with them, as 'search' finds them")

    static let hidden = Option(
        "include-hidden", "Include hidden assets, which --where and --album leave out")

    static let bursts = Option(
        "include-burst-members",
        "Include all photos of a burst. Without it, --where and --search find only the picked or the first one")

    static let options = [condition, album, noAlbum, hidden, bursts]
    static let operand = CommandOperand(
        "ID", count: .any,
        "Identifiers from 'assets list', the beginning of one, or a file name; none with --where or --album"
    )

    private let names: [String]
    private let condition: String?
    private let album: String?
    private let words: String?
    private let isInNoAlbum: Bool
    private let invocation: Invocation

    /// - Throws: `CommandFailure` if both names and a condition are given.
    init(_ invocation: Invocation, operands: some Sequence<String>) throws(CommandFailure) {
        self.invocation = invocation
        names = Array(operands)
        condition = invocation.text(Self.condition)
        album = invocation.text(Self.album)
        words = invocation.text(Self.words)
        isInNoAlbum = invocation.has(Self.noAlbum)
        guard names.isEmpty || !isCondition else {
            throw invocation.usage(localized("Name assets, or give a condition with --where."))
        }
    }

    /// Whether `--where`, `--album`, `--no-album` or `--search` chooses the assets.
    var isCondition: Bool { condition != nil || album != nil || words != nil || isInNoAlbum }

    /// Whether the command line chooses no assets.
    var isEmpty: Bool { names.isEmpty && !isCondition }

    /// Asks the person before changing all assets that a condition selects. Does not ask about named assets.
    ///
    /// - Throws: a failure with the outcome, such as "Nothing was deleted.", if the person does not agree.
    func confirm(_ question: String, changing assets: [AssetID], otherwise outcome: String) throws(CommandFailure) {
        let reason = counted(
            "The condition or album selects {n} asset", "The condition or album selects {n} assets", assets.count)
        try confirm(question, because: reason, otherwise: outcome)
    }

    func confirm(_ question: String, because reason: String, otherwise outcome: String) throws(CommandFailure) {
        guard isCondition else { return }
        try ConfirmationPrompt.require(question, because: reason, otherwise: outcome, invocation)
    }

    /// - Parameter scope: extends the fetch request, for example to include hidden assets.
    /// - Throws: `CommandFailure` if no assets are chosen, or if nothing matches the condition.
    func assets(
        in library: PhotoLibrary, _ scope: (FetchRequest<Asset>) -> FetchRequest<Asset> = { $0 }
    ) async throws -> [AssetID] {
        guard isCondition else {
            guard !names.isEmpty else {
                throw invocation.usage(localized("Name assets, or give a condition with --where."))
            }
            let assets = try await AssetNameResolver(library: library).assets(names)
            guard !assets.isEmpty else {
                throw invocation.usage(localized("An identifier is empty."))
            }
            return assets
        }
        let request = try await scope(invocation.request(in: library))
        let found = try await invocation.explaining(condition) {
            try await library.all(request.reading([.id])).map(\.id)
        }
        guard !found.isEmpty else {
            throw CommandFailure(
                .noInput, localized("Nothing matches the condition."),
                advice: try await invocation.hiddenAdvice(request, in: library))
        }
        return found
    }
}

extension Invocation {
    /// Returns the request for the options that choose assets.
    func request(in library: PhotoLibrary) async throws -> FetchRequest<Asset> {
        try exclude(AssetChoice.album, AssetChoice.noAlbum)
        let name = text(AssetChoice.album)
        let album = if let name { try await anyAlbum(named: name, in: library) } else { nil as AlbumID? }
        let request = album.map { FetchRequest.assets(in: $0) } ?? .assets
        let searched = text(AssetChoice.words).map { request.matching($0) } ?? request
        let shown = has(AssetChoice.hidden) ? searched.includingHidden : searched
        let members = has(AssetChoice.bursts) ? shown.includingBurstMembers : shown
        let whole = has(AssetChoice.noAlbum) ? members.inNoAlbum : members
        return try condition().map { whole.where($0) } ?? whole
    }

    /// Returns the condition of `--where`.
    ///
    /// - Throws: `CommandFailure` if the condition is blank.
    func condition() throws(CommandFailure) -> String? {
        guard let condition = text(AssetChoice.condition) else { return nil }
        guard !condition.allSatisfy(\.isWhitespace) else {
            throw usage(localized("'--where' is empty. To choose everything, omit it."))
        }
        return condition
    }

    /// Returns advice for a request that found nothing, if it would find assets with `--include-hidden`.
    func hiddenAdvice(_ request: FetchRequest<Asset>, in library: PhotoLibrary) async throws -> String? {
        let count = try await library.fetch(request.includingHidden).count
        guard !has(AssetChoice.hidden), count > 0 else { return nil }
        return counted(
            "'--include-hidden' would find {n} hidden asset.", "'--include-hidden' would find {n} hidden assets.", count
        )
    }

    /// Runs `body`. If it throws an error about the condition, adds the position of the mistake to the error.
    func explaining<Result>(
        _ condition: String?, _ body: () async throws -> Result
    ) async throws -> Result {
        do { return try await body() } catch let error as PhotoLibraryError {
            guard let condition, case .invalidPredicate(let message) = error.cause else { throw error }
            let excerpt = ErrorExcerpt(message, in: condition, columns: self.error.columns ?? 80)
            // Only programs can pass values for '?'.
            guard !message.contains("'arguments'") else {
                throw CommandFailure(
                    .usage, localized("A condition on the command line cannot have a '?'."), excerpt: excerpt,
                    advice: localized("Write the value in its place. Texts are in 'single quotes'."))
            }
            throw CommandFailure(
                .usage, message, excerpt: excerpt,
                advice: message.contains("Did you mean") || message.contains("did you mean") ? nil : Self.example)
        }
    }

    private static var example: String {
        let condition = "\"title = 'Sea' and creation-date > date '2024-05-01'\""
        return localized(
            "Write texts in single quotes: {condition}. docs/predicates.md describes the language.",
            ["condition": condition])
    }
}
