import FilmgateModel

/// Makes random predicates with all features of the language, about values that `RandomAssets` often have.
struct RandomPredicate<Generator: RandomNumberGenerator> {
    var random: Generator
    let ids: [AssetID]
    let hashes: [ContentHash]

    static var words: [String] { ["a", "B", "ä", "Ä", "ß", "%", "_", "\\", "σ", "Σ", "ς", " ", "'", "日"] }

    mutating func predicate(depth: Int) -> Predicate<AssetProperty> {
        guard depth > 0, Int.random(in: 0..<4, using: &random) > 0 else { return leaf() }
        let parts = (0..<Int.random(in: 2...3, using: &random)).map { _ in predicate(depth: depth - 1) }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return .and(parts)
        case 1: return .or(parts)
        default: return .not(parts[0])
        }
    }

    mutating func text(upTo length: Int = 4) -> String {
        (0..<Int.random(in: 0...length, using: &random)).map { _ in pick(Self.words) }.joined()
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    private static var texts: [AssetProperty] {
        [.title, .caption, .altText, .filename, .mimeType, .adjustmentFormat, .camera, .lens]
    }
    private static var numbers: [AssetProperty] {
        [.rating, .pixelWidth, .pixelHeight, .orientation, .fileSize, .duration, .timeZone]
    }
    private static var dates: [AssetProperty] { [.creationDate, .modificationDate, .addedDate, .trashedDate] }
    private static var flags: [AssetProperty] { [.favorite, .hidden, .hasAdjustments] }

    private mutating func leaf() -> Predicate<AssetProperty> {
        switch Int.random(in: 0..<15, using: &random) {
        case 14:
            let place = Location(
                latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
            return place.map { .near(.location, $0, kilometers: .random(in: 0...20_000, using: &random)) }
                ?? .constant(true)
        case 0: return .constant(.random(using: &random))
        case 1: return .isTrue(pick(Self.flags))
        case 2: return .contains(pick(Self.texts), text(upTo: 2))
        case 3: return .like(pick(Self.texts), Pattern(text(upTo: 6)))
        case 4:
            let lists: [AssetProperty] = [.keywords, .subtypes]
            guard pick(lists) == .keywords else { return .contains(.subtypes, pick(MediaSubtype.allCases).rawValue) }
            return .contains(.keywords, text(upTo: 2))
        case 5: return .isNull(pick(AssetProperty.allCases.filter { $0.type != .unasked && $0.isReadable }))
        case 6: return .comparison(place(), pick(Comparison.allCases), .literal(number()))
        case 7: return .between(.property(pick(Self.dates)), .literal(date()), .literal(date()))
        case 8:
            return .isIn(
                .property(pick(Self.numbers)), (0..<Int.random(in: 0...3, using: &random)).map { _ in number() })
        case 9: return word()
        case 10:
            let id = Literal.identifier(ObjectID(pick(ids)))
            let property: AssetProperty = pick([.id, .originalAsset, .burstID])
            return .comparison(.property(property), pick([.equal, .notEqual]), .literal(id))
        case 11: return .isIn(.property(.contentHash), [.contentHash(pick(hashes)), .contentHash(pick(hashes))])
        case 12: return between()
        default: return comparison()
        }
    }

    private mutating func comparison() -> Predicate<AssetProperty> {
        let (left, right): (Operand<AssetProperty>, Operand<AssetProperty>)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: (left, right) = (.property(pick(Self.texts)), .literal(.text(text(upTo: 3))))
        case 1: (left, right) = (.property(pick(Self.texts)), .property(pick(Self.texts)))
        case 2: (left, right) = (.property(pick(Self.numbers)), .literal(number()))
        case 3: (left, right) = (.property(pick(Self.numbers)), place())
        case 4: (left, right) = (.property(pick(Self.dates)), .property(pick(Self.dates)))
        default: (left, right) = (.literal(date()), .property(pick(Self.dates)))
        }
        return .comparison(left, pick(Comparison.allCases), right)
    }

    private mutating func between() -> Predicate<AssetProperty> {
        .between(
            .property(pick(Self.numbers)), .literal(number()),
            Bool.random(using: &random) ? place() : .literal(number()))
    }

    private mutating func word() -> Predicate<AssetProperty> {
        let property = pick([AssetProperty.mediaType, .playbackStyle, .source, .availability])
        guard case .word(let words) = property.type else { return .constant(false) }
        return .compares(property, pick([.equal, .notEqual]), .text(pick(words)))
    }

    private mutating func place() -> Operand<AssetProperty> {
        Bool.random(using: &random) ? .latitude(of: .location) : .longitude(of: .location)
    }

    private mutating func number() -> Literal {
        pick([
            .integer(0), .integer(1), .integer(3), .integer(-1), .integer(40), .integer(36), .real(0.5), .real(3),
            .real(-45.5), .integer(.max), .integer(.min), .real(1e300),
        ])
    }

    private mutating func date() -> Literal {
        .date(.seconds(pick([-5, 0, 1, 5, 1_000, 2_000, 100_000])))
    }
}
