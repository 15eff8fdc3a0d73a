public import FilmgateModel

// Compiler fault: 2
/// A picker that a client may show to the person: the only source of what a client gets without access of its own.
public final class Picker: Sendable {
    /// As the person is asked.
    public let configuration: PickerConfiguration
    /// The condition of the filter.
    public let predicate: Predicate<AssetProperty>?
    /// What the person chooses from, to check the question and its answer against. The client is told nothing of it.
    public static let choices = Visibility(scope: .everything, rights: [])
    private let terms: PickTerms

    /// Decides whether a client may show a picker. Its own access does not matter, but policy does.
    ///
    /// - Parameters:
    ///   - predicate: the condition in `configuration.filter`.
    ///   - rules: what the policy files say about the client. They do not apply to the owner's tools.
    /// - Throws: `restricted` if policy forbids it.
    public init(
        _ configuration: PickerConfiguration, matching predicate: Predicate<AssetProperty>?, for client: Client,
        given grant: Grant, under rules: ClientRules
    ) throws(PickRefusal) {
        guard let terms = client.isOwnersTool ? .unlimited : PickTerms(rules) else { throw .restricted }
        var configuration = configuration
        var predicate = predicate
        if let type = terms.mediaType {
            let condition = "\(AssetProperty.mediaType.rawValue) = '\(type.rawValue)'"
            configuration.filter = configuration.filter.map { "(\($0)) and \(condition)" } ?? condition
            let ofType = Predicate<AssetProperty>.compares(.mediaType, .equal, .text(type.rawValue))
            predicate = predicate.map { .and([$0, ofType]) } ?? ofType
        }
        // Only limited access can be extended by what is picked.
        configuration.offersKeep =
            configuration.offersKeep && !client.isOwnersTool && grant.readWrite == .limited
        configuration.removed.formUnion(Self.kindsLeftOut(for: client, given: grant))
        self.configuration = configuration
        self.predicate = predicate
        self.terms = terms
    }

    /// Returns the kinds of metadata that are left out unless the person changes it: what the client's grant leaves out. Without a grant to
    /// read that is the place.
    private static func kindsLeftOut(for client: Client, given grant: Grant) -> Set<MetadataKind> {
        guard !client.isOwnersTool else { return [] }
        guard grant.readWrite.allowsReading else { return [.location] }
        var kinds = Set(MetadataKind.allCases.filter { !grant.rights.contains($0.right) })
        if grant.limits.locationPrecision == .town { kinds.insert(.location) }
        return kinds
    }

    /// Whether the answer fits the question, as far as that can be told without the library.
    public func fits(_ answer: PickAnswer) -> Bool {
        let items = Set(answer.items)
        return items.count == answer.items.count && items.count <= configuration.limit
            && items.isSuperset(of: answer.crops.keys) && items.isSuperset(of: answer.trims.keys)
            && answer.trims.values.allSatisfy { $0.upperBound - $0.lowerBound <= longestTrim }
    }

    /// Returns the items that the client gets, in the order of the answer. Leaves out what is not in `found`: it may have
    /// been deleted while the person chose. Drops crops that the client did not ask for, and those that are not square.
    ///
    /// - Parameters:
    ///   - found: the assets that the library holds outside of the trash, and that meet the condition.
    ///   - isByRule: whether a program answered. It picks no hidden asset, which a person has to look for.
    /// - Throws: `unfit` if the answer does not fit the assets.
    public func items(
        of answer: PickAnswer, among found: [AssetID: PickableAsset], isByRule: Bool
    ) throws(PickRefusal) -> [PickedItem] {
        guard fits(answer) else { throw .unfit }
        var items: [PickedItem] = []
        for id in answer.items {
            guard let asset = found[id], !(isByRule && asset.isHidden) else { continue }
            items.append(try item(id, asset, answer))
        }
        return items
    }

    private func item(
        _ id: AssetID, _ asset: PickableAsset, _ answer: PickAnswer
    ) throws(PickRefusal) -> PickedItem {
        let (crop, trim) = (answer.crops[id], answer.trims[id])
        switch asset.mediaType {
        case .image: guard trim == nil else { throw .unfit }
        case .video: guard crop == nil else { throw .unfit }
        }
        let framed = crop.flatMap { configuration.crop == .square && asset.isSquare($0) ? $0 : nil }
        let removed = answer.removed ?? configuration.removed
        let rights = terms.rights.subtracting(removed.reduce(into: Rights()) { $0.formUnion($1.right) })
        let visibility = Visibility(scope: .item(id), rights: rights, limits: terms.limits)
        return PickedItem(
            id, visibility, configuration.representation, crop: framed == .whole ? nil : framed,
            trim: asset.mediaType == .video ? try part(trim, of: asset) : nil, terms: terms)
    }

    /// Returns what the client gets of a video, nil for all. A video that is too long, and that the person did not trim,
    /// ends at its longest duration.
    private func part(_ trim: Range<Double>?, of asset: PickableAsset) throws(PickRefusal) -> Range<Double>? {
        if let trim {
            guard trim.lowerBound < asset.duration ?? .infinity else { throw .unfit }
            return trim.lowerBound..<min(trim.upperBound, asset.duration ?? .infinity)
        }
        guard let longest = configuration.maxDuration, asset.duration ?? .infinity > longest else { return nil }
        return 0..<longest
    }

    /// Front ends round to frames.
    private var longestTrim: Double { (configuration.maxDuration ?? .infinity) + 0.05 }
}

/// Why there is no picker, or no item.
public enum PickRefusal: Error, Hashable, Sendable {
    case restricted
    /// The answer does not fit the question.
    case unfit
}

/// What a picker knows of an asset that the person can pick.
public struct PickableAsset: Hashable, Sendable {
    public let mediaType: MediaType
    /// Of a video, in seconds; nil if it is not known.
    public let duration: Double?
    public let isHidden: Bool
    /// Of the upright picture, in pixels.
    public let width: UInt32
    public let height: UInt32

    public init(mediaType: MediaType, duration: Double?, isHidden: Bool, width: UInt32, height: UInt32) {
        self.mediaType = mediaType
        self.duration = duration
        self.isHidden = isHidden
        self.width = width
        self.height = height
    }

    /// Whether a part of the picture is square: to a pixel, or to the hundredth part that a front end errs by if it
    /// measures a small image of it.
    func isSquare(_ part: UnitRectangle) -> Bool {
        guard width > 0, height > 0 else { return false }
        let (across, down) = (part.width * Double(width), part.height * Double(height))
        return abs(across - down) <= max(1, max(across, down) / 100)
    }
}
