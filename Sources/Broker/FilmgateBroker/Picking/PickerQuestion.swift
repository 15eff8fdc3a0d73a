import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Looks up in the library the parameters of a picker and the assets of its answer.
@BrokerActor struct PickerQuestion: Sendable {
    let gate: Gate

    private var library: Library { gate.core.library }

    // MARK: The request

    /// Returns the picker's parameters. Ignores objects that the client may not see or that do not exist: the person is
    /// asked in any case, and the client learns nothing.
    ///
    /// - Throws: `invalidArgument` for an album that is neither an identifier nor a smart album, and for other files if no
    ///   delegate asks.
    func configuration(_ options: PickOptions, _ admission: Admission) async throws -> PickerConfiguration {
        var configuration = options.configuration
        guard !configuration.offersOtherFiles || admission.client.delegate != nil else {
            throw WireError.invalidArgument("Pick: 'other-files' is for programs that act for apps.")
        }
        if let name = options.album { configuration.album = try await album(name, admission) }
        configuration.preselected = Array(
            try await preselected(options, admission).prefix(configuration.limit))
        return configuration
    }

    private func album(_ text: String, _ admission: Admission) async throws -> AlbumID? {
        if let smart = SmartAlbum.all.first(where: { $0.subtype == text || $0.id.description == text }) {
            // A client cannot direct the person to hidden photos, and nothing can be picked from the trash.
            guard smart.membership != .hidden, smart.membership != .trash else {
                throw WireError.invalidArgument("Pick: a picker cannot open in the album '\(smart.subtype)'.")
            }
            return AlbumID(uuid: smart.id.uuid)
        }
        guard let id = AlbumID(text) else {
            throw WireError.invalidArgument(
                "Pick: 'album' must be an album's identifier or one of "
                    + SmartAlbum.pickable.map { "'\($0.subtype)'" }.joined(separator: ", ") + ".")
        }
        guard let visibility = gate.view(of: admission.caller)?.visibility else { return nil }
        var query = AssetQuery()
        query.album = id
        do {
            let resolved = try await library.resolve(
                query, visibleTo: visibility, inTurnOf: admission.client.id, at: gate.core.clock.now())
            return resolved == query || resolved.membership != nil ? id : nil
        } catch is NoSuchAlbum {
            return nil
        }
    }

    private func preselected(_ options: PickOptions, _ admission: Admission) async throws -> [AssetID] {
        let named = options.preselected.compactMap { text in
            if let handle = PickHandle(text), let item = admission.connection.picks[handle] { return item.asset }
            return AssetID(text)
        }
        guard !named.isEmpty else { return [] }
        let picked = Set(
            options.preselected.compactMap { PickHandle($0).flatMap { admission.connection.picks[$0]?.asset } })
        let readable = try await readable(named, by: admission.caller).union(picked)
        var query = AssetQuery()
        query.identifiers = named.filter(readable.contains)
        query.predicate = options.predicate
        let keys = try await library.fetch(query, visibleTo: Picker.choices)
        return try await library.rows(keys, properties: [.id], visibleTo: Picker.choices)?.map(\.id) ?? []
    }

    /// Returns how many assets the person can pick from; nil for the whole library.
    func count(of picker: Picker, inTurnOf client: ClientID) async throws -> Int? {
        guard let predicate = picker.predicate else { return nil }
        var query = AssetQuery()
        query.predicate = predicate
        return try await library.fetch(query, visibleTo: Picker.choices, inTurnOf: client).count
    }

    // MARK: The answer

    /// Returns the assets among these that the person can pick, including hidden ones.
    func assets(_ ids: [AssetID], of picker: Picker) async throws -> [AssetID: PickedAsset] {
        var query = AssetQuery()
        query.identifiers = ids
        query.predicate = picker.predicate
        let keys = try await library.fetch(query, visibleTo: Picker.choices)
        let rows = try await library.rows(keys, properties: PickedAsset.properties, visibleTo: Picker.choices) ?? []
        return Dictionary(rows.map { ($0.id, PickedAsset($0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the assets among these that a client may read by its own access.
    func readable(_ ids: [AssetID], by caller: Gate.Caller) async throws -> Set<AssetID> {
        guard let visibility = gate.view(of: caller)?.visibility else { return [] }
        var query = AssetQuery()
        query.identifiers = ids
        let keys = try await library.fetch(query, visibleTo: visibility)
        return Set(try await library.rows(keys, properties: [.id], visibleTo: visibility)?.map(\.id) ?? [])
    }

    /// Returns the alt texts of those items that come with captions.
    func altTexts(of items: [PickedItem]) async throws -> [AssetID: String] {
        var texts: [AssetID: String] = [:]
        for item in items where item.visibility.shows(.altText) {
            guard let key = try await library.key(of: item.asset, visibleTo: item.visibility) else { continue }
            let rows = try await library.rows([key], properties: [.altText], visibleTo: item.visibility)
            if case .text(let text)? = rows?.first?.values[.altText] { texts[item.asset] = text }
        }
        return texts
    }
}

/// An asset that the person picked, with its properties in the library.
struct PickedAsset: Sendable {
    private let row: AssetRow

    /// None of these properties needs a right.
    static let properties: Set<AssetProperty> = [
        .mediaType, .mimeType, .filename, .pixelWidth, .pixelHeight, .duration, .hidden, .subtypes,
        .hasAdjustments, .orientation,
    ]

    init(_ row: AssetRow) { self.row = row }

    var mediaType: MediaType { text(.mediaType).flatMap(MediaType.init) ?? .image }

    var isLive: Bool {
        if case .texts(let subtypes)? = row.values[.subtypes] {
            subtypes.contains(MediaSubtype.live.rawValue)
        } else {
            false
        }
    }

    var pickable: PickableAsset {
        let (width, height) = (number(.pixelWidth), number(.pixelHeight))
        let isTurned = number(.orientation) > 4
        return PickableAsset(
            mediaType: mediaType, duration: duration, isHidden: row.values[.hidden] == .flag(true),
            width: isTurned ? height : width, height: isTurned ? width : height)
    }

    func formats(of item: PickedItem) -> ItemFormats {
        ItemFormats(
            of: mediaType, mimeType: text(.mimeType) ?? "", as: item.representation,
            // The file of an edited asset is the original.
            isWhole: item.trim == nil && item.visibility.closesFiles == nil
                && row.values[.hasAdjustments] != .flag(true))
    }

    /// - Parameter id: nil if the client may not read the asset.
    func values(of item: PickedItem, _ handle: PickHandle, altText: String?, id: AssetID?) -> PickedItemValues {
        var values = PickedItemValues(
            handle: handle, mimeTypes: formats(of: item).all, mediaType: mediaType, pixelWidth: number(.pixelWidth),
            pixelHeight: number(.pixelHeight))
        values.filename = text(.filename)
        values.duration = item.trim.map { $0.upperBound - $0.lowerBound } ?? duration
        values.crop = item.crop
        values.altText = altText
        values.id = id
        return values
    }

    private var duration: Double? { if case .seconds(let seconds)? = row.values[.duration] { seconds } else { nil } }

    private func text(_ property: AssetProperty) -> String? {
        if case .text(let text)? = row.values[property] { text } else { nil }
    }

    private func number(_ property: AssetProperty) -> UInt32 {
        if case .unsigned(let number)? = row.values[property] { number } else { 0 }
    }
}

extension SmartAlbum {
    /// The albums in which a picker can open.
    fileprivate static var pickable: [SmartAlbum] { all.filter { $0.membership != .hidden && $0.membership != .trash } }
}
