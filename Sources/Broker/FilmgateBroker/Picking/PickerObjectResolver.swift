import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Looks up the objects of a pick in the library: the objects that the picker offers, and those that the person chose.
@BrokerActor struct PickerObjectResolver: Sendable {
    let gate: Gate
    let keeper: PickedItemKeeper

    private var library: Library { gate.core.library }

    // MARK: The request

    /// Returns the picker's parameters. Ignores objects that do not exist or that the client may not see. The person
    /// is asked even so, and the client learns nothing about such objects.
    ///
    /// - Throws: `invalidArgument` if the album is neither an identifier nor a smart album that a picker can open, or
    ///   if a client that is not a delegate asks for other files.
    func configuration(_ options: PickOptions, _ admission: Admission) async throws -> PickerConfiguration {
        var configuration = options.configuration
        guard !configuration.offersOtherFiles || admission.client.delegate != nil else {
            throw WireError.invalidArgument("Pick: 'other-files' is for programs that act for apps.")
        }
        configuration.offersLasting = configuration.offersLasting && keeper.canKeep(for: admission.client)
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
        var (named, picked): ([AssetID], Set<AssetID>) = ([], [])
        for text in options.preselected {
            if let handle = PickHandle(text), let item = try await keeper.item(handle, admission) {
                named.append(item.asset)
                picked.insert(item.asset)
            } else if let id = AssetID(text) {
                named.append(id)
            }
        }
        guard !named.isEmpty else { return [] }
        let readable = try await readable(named, by: admission.caller).union(picked)
        var query = AssetQuery()
        query.identifiers = named.filter(readable.contains)
        query.predicate = options.predicate
        let keys = try await library.fetch(query, visibleTo: Picker.choices)
        return try await library.rows(keys, properties: [.id], visibleTo: Picker.choices)?.map(\.id) ?? []
    }

    /// Whether the library has no assets outside the trash.
    var isLibraryEmpty: Bool { get async throws { try await library.summary().assets == 0 } }

    /// Returns the number of assets from which the person can pick, or nil for the whole library.
    func count(of picker: Picker, inTurnOf client: ClientID) async throws -> Int? {
        guard let predicate = picker.predicate else { return nil }
        var query = AssetQuery()
        query.predicate = predicate
        return try await library.fetch(query, visibleTo: Picker.choices, inTurnOf: client).count
    }

    // MARK: The answer

    /// Returns the assets among these that the person can pick, including hidden assets.
    func assets(_ ids: [AssetID], of picker: Picker) async throws -> [AssetID: PickedAsset] {
        try await assets(ids, matching: picker.predicate)
    }

    private func assets(
        _ ids: [AssetID], matching predicate: Predicate<AssetProperty>? = nil
    ) async throws -> [AssetID: PickedAsset] {
        var query = AssetQuery()
        query.identifiers = ids
        query.predicate = predicate
        let keys = try await library.fetch(query, visibleTo: Picker.choices)
        let rows = try await library.rows(keys, properties: PickedAsset.properties, visibleTo: Picker.choices) ?? []
        return Dictionary(rows.map { ($0.id, PickedAsset($0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns a client's kept items, with the values that the client may see. Leaves out items whose assets are in the
    /// trash.
    func keptItems(for admission: Admission) async throws -> [PickedItemValues] {
        let items = try await keeper.items(for: admission.client)
        guard !items.isEmpty else { return [] }
        let ids = Array(Set(items.map(\.item.asset)))
        let found = try await assets(ids)
        let readable = try await readable(ids, by: admission.caller)
        let altTexts = try await altTexts(of: items.map(\.item))
        return items.compactMap { kept, item in
            guard let asset = found[item.asset], item.allows(asset.mediaType) else { return nil }
            var values = asset.values(
                of: item, kept.handle, altText: item.visibility.shows(.altText) ? altTexts[item.asset] : nil,
                id: readable.contains(item.asset) ? item.asset : nil)
            (values.pickedDate, values.removed) = (kept.pickedTime, item.removed)
            return values
        }.fitted
    }

    /// Returns the assets among these that the client may read with its own access.
    func readable(_ ids: [AssetID], by caller: Gate.Caller) async throws -> Set<AssetID> {
        guard let visibility = gate.view(of: caller)?.visibility else { return [] }
        var query = AssetQuery()
        query.identifiers = ids
        let keys = try await library.fetch(query, visibleTo: visibility)
        return Set(try await library.rows(keys, properties: [.id], visibleTo: visibility)?.map(\.id) ?? [])
    }

    /// Returns the alt texts of the items whose captions the client may read.
    func altTexts(of items: [PickedItem]) async throws -> [AssetID: String] {
        let captioned = items.filter { $0.visibility.shows(.altText) }
        guard !captioned.isEmpty else { return [:] }
        var query = AssetQuery()
        query.identifiers = captioned.map(\.asset)
        let visibility = Picker.captionedChoices
        let keys = try await library.fetch(query, visibleTo: visibility)
        var texts: [AssetID: String] = [:]
        for row in try await library.rows(keys, properties: [.altText], visibleTo: visibility) ?? [] {
            if case .text(let text)? = row.values[.altText] { texts[row.id] = text }
        }
        return texts
    }
}

/// An asset that the person picked, with its properties in the library.
struct PickedAsset: Sendable {
    private let row: AssetRow

    /// The properties to read. Clients need no right for them.
    static let properties: Set<AssetProperty> = [
        .mediaType, .mimeType, .filename, .pixelWidth, .pixelHeight, .duration, .hidden, .subtypes, .playbackStyle,
        .hasAdjustments, .orientation, .creationDate,
    ]

    init(_ row: AssetRow) { self.row = row }

    var mediaType: MediaType { text(.mediaType).flatMap(MediaType.init) ?? .image }

    var isLive: Bool { subtypes.contains(MediaSubtype.live.rawValue) }

    private var subtypes: [String] {
        if case .texts(let subtypes)? = row.values[.subtypes] { subtypes } else { [] }
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
            // The file of an edited asset is the original, which does not show the edit.
            isWhole: item.trim == nil && item.visibility.closesFiles == nil
                && row.values[.hasAdjustments] != .flag(true))
    }

    /// - Parameter id: the asset's identifier; nil if the client may not read the asset.
    func values(of item: PickedItem, _ handle: PickHandle, altText: String?, id: AssetID?) -> PickedItemValues {
        var values = PickedItemValues(
            handle: handle, mimeTypes: formats(of: item).all, mediaType: mediaType, pixelWidth: number(.pixelWidth),
            pixelHeight: number(.pixelHeight))
        values.filename = text(.filename)
        values.subtypes = subtypes.sorted()
        values.playbackStyle = text(.playbackStyle).flatMap(PlaybackStyle.init)
        if case .date(let date)? = row.values[.creationDate] { values.creationDate = date }
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
