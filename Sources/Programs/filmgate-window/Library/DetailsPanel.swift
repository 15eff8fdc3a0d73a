import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText
import FoundationEssentials

/// The panel that shows and edits the properties of a photo, and lists its albums and the apps that see it.
final class DetailsPanel {
    let widget: Widget
    /// Called with the app that the person chooses.
    var onOpenApp: (ClientID) -> Void = { _ in }
    /// Called when the person closes the details.
    var onClose: () -> Void = {}

    /// Called with the album that the person chooses, and the shown photo.
    var onOpenAlbum: (AlbumID, AssetID) -> Void = { _, _ in }

    private let library: PhotoLibrary
    private let editor: LibraryEditor
    private let builder = Builder("details.ui")
    private let title: EditedTextField
    private let keywords: KeywordField
    private lazy var caption = TextArea(in: builder, "caption")
    private lazy var altText = TextArea(in: builder, "alt-text")
    private let rating: StarBar
    private let taken: DateField
    private let place: PlaceEntry
    private lazy var apps = ListBox(in: builder, "apps")
    private lazy var albums = PhotoAlbumList(ListBox(in: builder, "albums"))
    /// The shown asset, with the properties that were read.
    private var asset: Asset?
    private var wanted: AssetID?
    private var clients: [ClientID] = []
    private var reading: Task<Void, Never>?
    /// The maximum width of the alt text in the collapsed row, in columns.
    private static let mostColumns = 60

    init(_ library: PhotoLibrary, _ editor: LibraryEditor) {
        self.library = library
        self.editor = editor
        widget = Widget(in: builder, "page")
        title = EditedTextField(in: builder, "photo-title")
        keywords = KeywordField(in: builder, "keywords")
        rating = StarBar(in: builder, "rating")
        taken = DateField(in: builder, "taken")
        place = PlaceEntry(in: builder, "place")
        widget.isSensitive = false
        connect()
    }

    private func connect() {
        title.save = { [weak self] text in self?.apply { properties, _ in properties.title = text } }
        keywords.onChanged = { [weak self] _, _ in self?.apply { $0.keywords = $1.keywords.keywords } }
        caption.onLeave { [weak self] in self?.apply { $0.caption = $1.caption.text } }
        altText.onLeave { [weak self] in self?.apply { $0.altText = $1.altText.text } }
        revertOnEscape(caption) { $0.caption ?? "" }
        revertOnEscape(altText) { $0.altText ?? "" }
        rating.onRated = { [weak self] stars in self?.apply { properties, _ in properties.rating = Int32(stars) } }
        taken.onDate = { [weak self] date in
            self?.apply { properties, _ in properties.creationDate = Timestamp(rawValue: date) }
        }
        taken.onZone = { [weak self] in self?.setZone($0) }
        place.onPlace = { [weak self] location in
            self?.apply { properties, _ in
                if let location { properties.location = location } else { properties.removesLocation = true }
            }
        }
        // Digits that the person types in a text field do not reach this handler.
        widget.onKey { [weak self] key, modifiers in
            guard let self, asset != nil else { return false }
            return rating.handle(key, modifiers)
        }
        Button(in: builder, "close").onClicked { [weak self] in self?.onClose() }
        albums.onOpen = { [weak self] in if let id = self?.wanted { self?.onOpenAlbum($0, id) } }
        apps.onActivated { [weak self] index in
            if let self, clients.indices.contains(index) { onOpenApp(clients[index]) }
        }
    }

    /// Shows a photo. Call this method again when the photo may have changed.
    func show(_ id: AssetID) {
        if id != wanted { leave() }
        wanted = id
        reading?.cancel()
        let library = library
        reading = Task {
            do {
                let request = FetchRequest.assets(withIdentifiers: [id]).includingHidden.includingTrashed
                let found = try await library.fetch(request).elements(from: 0, count: 1).first
                guard !Task.isCancelled, let found else { return }
                show(found)
                let town = await town(of: found)
                guard !Task.isCancelled else { return }
                set("town", town)
                let uses = try await AssetUse.shown(of: id, from: library)
                guard !Task.isCancelled else { return }
                show(uses)
                try await showAlbums(of: id)
                guard !Task.isCancelled else { return }
                await showExposure(of: id)
            } catch {
                if !Task.isCancelled { editor.say(error) }
            }
        }
    }

    /// Saves edited text, disables the panel, and stops reading.
    func clear() {
        leave()
        reading?.cancel()
        (reading, wanted) = (nil, nil)
    }

    /// Saves the text that the person is still editing. Reports text that cannot be saved.
    func keepTexts() {
        guard asset != nil else { return }
        keywords.add()
        for text in [title, taken.text, place.text] {
            if let problem = text.finish() {
                editor.reject(
                    localized("“{text}” was not saved. {reason}", ["text": text.row.text, "reason": problem]))
            }
        }
        apply {
            $0.caption = $1.caption.text
            $0.altText = $1.altText.text
        }
    }

    private func revertOnEscape(_ area: TextArea, _ saved: @escaping (Asset) -> String) {
        area.onKey(beforeChildren: true) { [weak self] key, _ in
            guard key == .escape, let asset = self?.asset, area.text != saved(asset) else { return false }
            area.text = saved(asset)
            return true
        }
    }

    private func leave() {
        keepTexts()
        asset = nil
        widget.isSensitive = false
    }

    // MARK: Contents

    private func show(_ asset: Asset) {
        let isAgain = asset.id == self.asset?.id
        self.asset = asset
        widget.isSensitive = true
        if !isAgain { for row in ["town", "exposure"] { set(row, nil) } }
        if !isAgain { Widget(in: builder, "albums-part").isVisible = false }
        title.show(asset.title ?? "", keepsTyped: isAgain)
        if !isAgain { keywords.clearEntry() }
        keywords.show(asset.keywords)
        if !isAgain || !caption.containsFocus { caption.text = asset.caption ?? "" }
        if !isAgain || !altText.containsFocus { altText.text = asset.altText ?? "" }
        // The collapsed row shows the beginning of the text.
        let beginning = Text.singleLine(asset.altText).map { Text.shortened($0, to: Self.mostColumns) }
        ExpanderRow(in: builder, "alt-text-row").setSubtitle(beginning ?? localized("None"))
        rating.show(Int(asset.rating ?? 0))
        taken.show(
            asset.creationDate.map { Timestamp($0).rawValue }, at: asset.clockOffset, zone: asset.timeZoneOffset,
            keepsTyped: isAgain)
        place.show(asset.location, keepsTyped: isAgain)
        showFile(asset)
    }

    private func showFile(_ asset: Asset) {
        set("filename", Text.singleLine(asset.filename))
        set("kind", asset.mimeType.map(MediaText.kind))
        var size: [String] = []
        if let width = asset.pixelWidth, let height = asset.pixelHeight {
            size = ["\(width) × \(height)", MediaText.megapixels(width: width, height: height)]
        }
        if let bytes = asset.fileSize { size.append(FileSizeText.text(bytes)) }
        set("size", size.isEmpty ? nil : size.joined(separator: " · "))
        set("camera", Text.singleLine(asset.camera))
        set("lens", Text.singleLine(asset.lens))
        set("added", asset.addedDate.flatMap { DateText.moment(Timestamp($0).rawValue) })
    }

    private func town(of asset: Asset) async -> String? {
        if let name = Text.singleLine(asset.place) { return name }
        guard let place = asset.location else { return nil }
        return await TownList.installed()?.nearest(to: place)
    }

    private func showAlbums(of id: AssetID) async throws {
        let request = FetchRequest<AssetCollection>.collections(containing: id).reading([.title, .type, .subtype])
        let albums = try await library.fetch(request).snapshot().filter(\.isMadeByPerson)
        guard !Task.isCancelled else { return }
        self.albums.show(albums)
        Widget(in: builder, "albums-part").isVisible = !albums.isEmpty
    }

    /// Shows the exposure. It comes last, because a worker process of the broker must read it from the file.
    private func showExposure(of id: AssetID) async {
        // If the file has no metadata or cannot be read, the panel shows no exposure.
        let metadata = try? await library.metadata(of: id)
        guard !Task.isCancelled else { return }
        let text = metadata.map(MediaText.exposure) ?? ""
        set("exposure", text.isEmpty ? nil : text)
    }

    private func set(_ row: String, _ text: String?) {
        ActionRow(in: builder, row).setSubtitle(text ?? "")
        Widget(in: builder, row).isVisible = text != nil
    }

    private func show(_ uses: [AssetUse]) {
        clients = uses.map(\.client)
        apps.removeAll()
        for use in uses {
            let app = AppDescription(use.client)
            let icon = Icon.symbolic("application-x-executable")
            icon.setName(app.icon, fallback: "application-x-executable")
            icon.setPixelSize(24)
            apps.append(LinkRow(app.name, use.text, icon: icon))
        }
        apps.isVisible = !uses.isEmpty
        Widget(in: builder, "no-apps").isVisible = uses.isEmpty
    }

    // MARK: Changes

    private func apply(_ set: (inout AssetChanges, DetailsPanel) -> Void) {
        guard let asset else { return }
        var properties = AssetChanges()
        set(&properties, self)
        change(asset, properties)
    }

    /// Changes the time zone. The local time stays the same.
    private func setZone(_ offset: Int32) {
        guard let asset, offset != asset.timeZoneOffset else { return }
        apply { properties, _ in
            properties.timeZoneOffset = offset
            guard let date = asset.creationDate, let present = asset.clockOffset else { return }
            properties.creationDate = Timestamp(date).advanced(bySeconds: Int64(present) - Int64(offset))
        }
    }

    private func change(_ asset: Asset, _ properties: AssetChanges) {
        let before = properties.reverse(of: asset)
        guard properties != before else { return }
        let id = asset.id
        var request = ChangeRequest()
        request.set(properties, of: id)
        let made = request
        var clocks: [AssetID: OffsetDateTime] = [:]
        if properties.timeZoneOffset == nil, let date = properties.creationDate, let offset = asset.clockOffset {
            clocks[id] = OffsetDateTime(date, offset: offset)
        }
        let dates = clocks
        editor.performUndoable(
            saying: localized("Saved"), finished: { [weak self] _ in if self?.wanted == id { self?.show(id) } }
        ) { changes in
            try await changes.perform(made)
            try await changes.correctClocks(of: dates)
        }
    }
}

extension AssetCollection {
    /// Whether the panel lists the album. Filmgate's own smart albums and moments contain nearly every photo.
    fileprivate var isMadeByPerson: Bool { type == .album || values[.subtype] == .text("custom") }
}

extension AssetChanges {
    /// Returns the changes that restore the asset's current values of the same properties.
    fileprivate func reverse(of asset: Asset) -> AssetChanges {
        var reverse = AssetChanges()
        if title != nil { reverse.title = asset.title ?? "" }
        if caption != nil { reverse.caption = asset.caption ?? "" }
        if altText != nil { reverse.altText = asset.altText ?? "" }
        if keywords != nil { reverse.keywords = asset.keywords }
        if rating != nil { reverse.rating = asset.rating ?? 0 }
        if creationDate != nil { reverse.creationDate = asset.creationDate.map { Timestamp($0) } }
        if timeZoneOffset != nil { reverse.timeZoneOffset = asset.timeZoneOffset }
        if location != nil || removesLocation {
            reverse.location = asset.location
            reverse.removesLocation = asset.location == nil
        }
        return reverse
    }
}
