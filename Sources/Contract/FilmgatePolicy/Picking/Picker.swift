public import FilmgateModel

// Compiler fault: 2
/// A picker that a client may show to the person. Picked items give a client content even without access of its own.
public final class Picker: Sendable {
    /// The request in the form that the person sees.
    public let configuration: PickerConfiguration
    /// The parsed filter, including the policy's condition on the media type.
    public let predicate: Predicate<AssetProperty>?
    /// The visibility of the assets from which the person chooses, for checking the request and the answer. The client
    /// does not learn about these assets.
    public static let choices = Visibility(scope: .everything, rights: [])
    /// The same visibility with captions, for items that come with captions.
    public static let captionedChoices = Visibility(scope: .everything, rights: .captions)
    private let terms: PickedItemPermissions

    /// Creates the picker for a client's request, if policy allows it. The client's own access is not needed.
    ///
    /// - Parameters:
    ///   - predicate: the condition in `configuration.filter`.
    ///   - rules: the rules of the policy files for the client. They do not apply to the owner's tools.
    /// - Throws: `restricted` if policy forbids the picker.
    public init(
        _ configuration: PickerConfiguration, matching predicate: Predicate<AssetProperty>?, for client: Client,
        given grant: Grant, under rules: ClientRules
    ) throws(PickRefusal) {
        guard let terms = client.isOwnersTool ? .unlimited : PickedItemPermissions(rules) else { throw .restricted }
        var configuration = configuration
        var predicate = predicate
        if let type = terms.mediaType {
            let condition = "\(AssetProperty.mediaType.rawValue) = '\(type.rawValue)'"
            configuration.filter = configuration.filter.map { "(\($0)) and \(condition)" } ?? condition
            let ofType = Predicate<AssetProperty>.compares(.mediaType, .equal, .text(type.rawValue))
            predicate = predicate.map { .and([$0, ofType]) } ?? ofType
        }
        // Only clients with limited access have a selection to which picked items can be added.
        configuration.offersKeep =
            configuration.offersKeep && !client.isOwnersTool && grant.readWrite == .limited
        configuration.removed.formUnion(Self.kindsLeftOut(for: client, given: grant))
        self.configuration = configuration
        self.predicate = predicate
        self.terms = terms
    }

    /// Returns the kinds of metadata that are removed by default: those that the client's grant excludes. Without a
    /// grant for reading, only the location is removed.
    private static func kindsLeftOut(for client: Client, given grant: Grant) -> Set<MetadataKind> {
        guard !client.isOwnersTool else { return [] }
        guard grant.readWrite.allowsReading else { return [.location] }
        var kinds = Set(MetadataKind.allCases.filter { !grant.rights.contains($0.right) })
        if grant.limits.locationPrecision == .town { kinds.insert(.location) }
        return kinds
    }

    /// Returns whether the answer matches the request, as far as this can be checked without the library.
    public func fits(_ answer: PickAnswer) -> Bool {
        let items = Set(answer.items)
        return items.count == answer.items.count && items.count <= configuration.limit
            && items.isSuperset(of: answer.crops.keys) && items.isSuperset(of: answer.trims.keys)
            && answer.trims.values.allSatisfy { $0.upperBound - $0.lowerBound <= longestTrim }
    }

    /// Returns the items that the client gets, in the order of the answer. Leaves out assets that are not in `found`,
    /// because they may have been deleted while the person chose. Drops crops that the client did not request or that
    /// are not square.
    ///
    /// - Parameters:
    ///   - found: the assets outside the trash that meet the condition.
    ///   - isByRule: whether a program answered. A program cannot pick hidden assets, which only a person can search
    ///     for.
    /// - Throws: `unfit` if the answer does not match the assets.
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

    /// Returns the formats in which the client gets the items of an answer.
    public func representation(of answer: PickAnswer) -> PickerConfiguration.Representation {
        (configuration.offersRepresentation ? answer.representation : nil) ?? configuration.representation
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
            id, visibility, representation(of: answer), crop: framed == .whole ? nil : framed,
            trim: asset.mediaType == .video ? try part(trim, of: asset) : nil, terms: terms)
    }

    /// Returns the range of a video that the client gets; nil means the whole video. A video that the person did not
    /// trim is cut at the longest duration that the client accepts.
    private func part(_ trim: Range<Double>?, of asset: PickableAsset) throws(PickRefusal) -> Range<Double>? {
        if let trim {
            guard trim.lowerBound < asset.duration ?? .infinity else { throw .unfit }
            return trim.lowerBound..<min(trim.upperBound, asset.duration ?? .infinity)
        }
        guard let longest = configuration.maxDuration, asset.duration ?? .infinity > longest else { return nil }
        return 0..<longest
    }

    /// The longest accepted trim, in seconds. It slightly exceeds the client's limit, because front ends round to
    /// frames.
    private var longestTrim: Double { (configuration.maxDuration ?? .infinity) + 0.05 }
}

/// The reason why a picker was not shown, or items were not returned.
public enum PickRefusal: Error, Hashable, Sendable {
    case restricted
    /// The answer does not match the request.
    case unfit
}

/// The properties of an asset that the person can pick.
public struct PickableAsset: Hashable, Sendable {
    public let mediaType: MediaType
    /// The duration of a video, in seconds; nil if unknown.
    public let duration: Double?
    public let isHidden: Bool
    /// The width of the upright picture, in pixels.
    public let width: UInt32
    public let height: UInt32

    public init(mediaType: MediaType, duration: Double?, isHidden: Bool, width: UInt32, height: UInt32) {
        self.mediaType = mediaType
        self.duration = duration
        self.isHidden = isHidden
        self.width = width
        self.height = height
    }

    /// Returns whether a part of the picture is square. Tolerates a difference of one pixel or one percent, because a
    /// front end may measure on a small image.
    func isSquare(_ part: UnitRectangle) -> Bool {
        guard width > 0, height > 0 else { return false }
        let (across, down) = (part.width * Double(width), part.height * Double(height))
        return abs(across - down) <= max(1, max(across, down) / 100)
    }
}
