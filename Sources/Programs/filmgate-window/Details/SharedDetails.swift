import Filmgate
import FilmgateModel

/// The properties of several photos. Each property is either the same for all photos or different.
struct SharedDetails: Equatable {
    enum Shared<Value: Equatable>: Equatable {
        case same(Value)
        case different

        var value: Value? { if case .same(let value) = self { value } else { nil } }
    }

    let title: Shared<String>
    let caption: Shared<String>
    let rating: Shared<Int>
    let location: Shared<Location?>
    /// All keywords of the photos, with the number of photos for each keyword. The most frequent keyword comes first.
    let keywords: [(word: String, count: Int)]
    let count: Int

    /// The asset properties from which `init` computes the details.
    static let properties: Set<AssetProperty> = [.title, .caption, .rating, .location, .keywords]

    init(_ assets: [Asset]) {
        count = assets.count
        title = Self.shared(assets) { $0.title ?? "" }
        caption = Self.shared(assets) { $0.caption ?? "" }
        rating = Self.shared(assets) { Int($0.rating ?? 0) }
        location = Self.shared(assets) { $0.location }
        var counts: [String: Int] = [:]
        for asset in assets { for word in asset.keywords { counts[word, default: 0] += 1 } }
        keywords = counts.map { (word: $0.key, count: $0.value) }.sorted {
            ($1.count, $0.word.lowercased()) < ($0.count, $1.word.lowercased())
        }
    }

    private static func shared<Value: Equatable>(_ assets: [Asset], _ value: (Asset) -> Value) -> Shared<Value> {
        guard let first = assets.first.map(value) else { return .different }
        return assets.allSatisfy { value($0) == first } ? .same(first) : .different
    }

    static func == (left: SharedDetails, right: SharedDetails) -> Bool {
        (left.title, left.caption, left.rating, left.location, left.count)
            == (right.title, right.caption, right.rating, right.location, right.count)
            && left.keywords.elementsEqual(right.keywords) { $0 == $1 }
    }
}

/// The changes that a person makes to several photos.
struct SharedChanges: Equatable {
    var properties = AssetChanges()
    private(set) var added: [String] = []
    private(set) var removed: [String] = []

    var isEmpty: Bool { properties == AssetChanges() && added.isEmpty && removed.isEmpty }

    /// Records added and removed keywords. A later change of a keyword replaces the earlier change.
    mutating func change(adding words: [String], removing others: [String]) {
        func contains(_ word: String, in list: [String]) -> Bool {
            list.contains { $0.lowercased() == word.lowercased() }
        }
        removed.removeAll { contains($0, in: words) }
        added.removeAll { contains($0, in: others) }
        added += words.filter { !contains($0, in: added) }
        removed += others.filter { !contains($0, in: removed) }
    }

    /// Returns the requests that make the changes. Each request changes a batch of the photos.
    func requests(for assets: [AssetID]) -> [ChangeRequest] {
        ChangeRequest.batches(of: assets) { part, request in
            if !removed.isEmpty { request.removeKeywords(removed, from: part) }
            if !added.isEmpty { request.addKeywords(added, to: part) }
            if properties != AssetChanges() { for asset in part { request.set(properties, of: asset) } }
        }
    }
}
