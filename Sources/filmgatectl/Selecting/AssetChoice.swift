internal import Filmgate

/// Which assets a command is about: those that are named, or those that a condition finds.
struct AssetChoice: Sendable {
    static let condition = Option(
        "where", value: .one("CONDITION"), "All that a condition holds for, as \"rating >= 4 and favorite\"")
    static let album = Option("album", value: .one("ALBUM"), "Only what is in this album")

    static let hidden = Option(
        "include-hidden", "Also those that are hidden from view, which --where and --album leave out")

    static let options = [condition, album, hidden]
    static let operand = Operand(
        "ID", count: .any,
        "Identifiers, as 'assets list' shows them, the beginning of one, or a file's name; none with --where or --album"
    )

    private let names: [String]
    private let condition: String?
    private let album: String?
    private let invocation: Invocation

    /// - Throws: where identifiers and a condition are given.
    init(_ invocation: Invocation, operands: some Sequence<String>) throws(Failure) {
        self.invocation = invocation
        names = Array(operands)
        condition = invocation.text(Self.condition)
        album = invocation.text(Self.album)
        guard names.isEmpty || !isCondition else {
            throw .usage("Name the assets by their identifiers, or say which with --where.", of: invocation.command)
        }
    }

    /// Whether it was said which, and not named.
    var isCondition: Bool { condition != nil || album != nil }

    /// Whether nothing was said of any.
    var isEmpty: Bool { names.isEmpty && !isCondition }

    /// - Parameter scope: what else the fetch is to find, as what is hidden.
    /// - Throws: where nothing is said, and where a condition finds nothing.
    func assets(
        in library: PhotoLibrary, _ scope: (FetchRequest<Asset>) -> FetchRequest<Asset> = { $0 }
    ) async throws -> [AssetID] {
        guard isCondition else {
            guard !names.isEmpty else {
                throw Failure.usage(
                    "Name the assets by their identifiers, or say which with --where.", of: invocation.command)
            }
            let assets = try await AssetNaming(library: library).assets(names)
            guard !assets.isEmpty else { throw Failure.usage("An identifier is empty.", of: invocation.command) }
            return assets
        }
        let request = try await scope(invocation.request(in: library))
        let found = try await invocation.explaining(condition) {
            try await library.all(request.reading([.id])).map(\.id)
        }
        guard !found.isEmpty else {
            throw Failure(
                .noInput, "There is nothing that the condition holds for.",
                advice: try await invocation.hiddenAdvice(request, in: library))
        }
        return found
    }
}

extension Invocation {
    /// What `--where` and `--album` ask for.
    func request(in library: PhotoLibrary) async throws -> FetchRequest<Asset> {
        let name = text(AssetChoice.album)
        let album = if let name { try await anyAlbum(named: name, in: library) } else { nil as AlbumID? }
        let request = album.map { FetchRequest.assets(in: $0) } ?? .assets
        let shown = has(AssetChoice.hidden) ? request.includingHidden : request
        return try condition().map { shown.where($0) } ?? shown
    }

    /// What `--where` says.
    ///
    /// - Throws: where that is nothing.
    func condition() throws(Failure) -> String? {
        guard let condition = text(AssetChoice.condition) else { return nil }
        guard !condition.allSatisfy(\.isWhitespace) else {
            throw .usage("'--where' is empty; leave it out where everything is meant.", of: command)
        }
        return condition
    }

    /// Of a request that found nothing: that it would have, had hidden assets been asked for.
    func hiddenAdvice(_ request: FetchRequest<Asset>, in library: PhotoLibrary) async throws -> String? {
        let count = try await library.fetch(request.includingHidden).count
        guard !has(AssetChoice.hidden), count > 0 else { return nil }
        return "\(Amount.count(count, "hidden asset")) would be found with '--include-hidden'."
    }

    /// Shows where in a condition a mistake is.
    func explaining<Result>(
        _ condition: String?, _ body: () async throws -> Result
    ) async throws -> Result {
        do { return try await body() } catch let error as PhotoLibraryError {
            guard let condition, case .invalidPredicate(let message) = error.cause else { throw error }
            let excerpt = Caret(message, in: condition, columns: StandardStream.error.columns ?? 80)
            // A program's way to hand values in; nobody hands any in here.
            guard !message.contains("'arguments'") else {
                throw Failure(
                    .usage, "A condition on the command line takes no '?'.", excerpt: excerpt,
                    advice: "Write the value in its place, a text in 'single quotes'.")
            }
            throw Failure(
                .usage, message, excerpt: excerpt,
                advice: message.contains("Did you mean") || message.contains("did you mean") ? nil : Self.example)
        }
    }

    private static let example =
        "Texts stand in single quotes: \"title = 'Sea' and creation-date > date '2024-05-01'\"; docs/predicates.md has it all."
}
