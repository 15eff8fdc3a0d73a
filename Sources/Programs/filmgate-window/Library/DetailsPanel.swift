import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText
import FoundationEssentials

/// A panel with the properties of a photo, which the person can edit, and with the apps that can see the photo.
final class DetailsPanel {
    let widget: Widget
    /// Called with the app that the person chooses.
    var onOpenApp: (ClientID) -> Void = { _ in }

    /// Is called with the album that the person chooses, and the photo that is described.
    var onOpenAlbum: (AlbumID, AssetID) -> Void = { _, _ in }

    private let library: PhotoLibrary
    private let editor: LibraryEditor
    private let builder = Builder("details.ui")
    private lazy var title = EntryRow(in: builder, "photo-title")
    private lazy var keywords = EntryRow(in: builder, "keywords")
    private lazy var caption = TextArea(in: builder, "caption")
    private lazy var altText = TextArea(in: builder, "alt-text")
    private lazy var rating = Chooser(in: builder, "rating")
    private lazy var taken = EntryRow(in: builder, "taken")
    private lazy var place = EntryRow(in: builder, "place")
    private lazy var apps = ListBox(in: builder, "apps")
    private lazy var albums = PhotoAlbumList(ListBox(in: builder, "albums"))
    /// The asset as it was read.
    private var asset: Asset?
    private var wanted: AssetID?
    /// The texts that the rows showed last.
    private var shownTexts: [ObjectIdentifier: String] = [:]
    private var clients: [ClientID] = []
    private var reading: Task<Void, Never>?
    /// How many characters of an alt text a closed row shows.
    private static let mostColumns = 60

    init(_ library: PhotoLibrary, _ editor: LibraryEditor) {
        self.library = library
        self.editor = editor
        widget = Widget(in: builder, "page")
        rating.setItems([localized("None")] + (1...5).map { String(repeating: "★", count: $0) })
        widget.isSensitive = false
        taken.setNumbers()
        place.setNumbers()
        title.onApply { [weak self] in self?.apply { $0.title = $1.title.text } }
        keywords.onApply { [weak self] in self?.apply { $0.keywords = $1.words } }
        caption.onLeave { [weak self] in self?.apply { $0.caption = $1.caption.text } }
        altText.onLeave { [weak self] in self?.apply { $0.altText = $1.altText.text } }
        rating.onSelected { [weak self] in self?.apply { $0.rating = Int32($1.rating.selected) } }
        taken.onApply { [weak self] in self?.applyDate() }
        place.onApply { [weak self] in self?.applyPlace() }
        albums.onOpen = { [weak self] in if let id = self?.wanted { self?.onOpenAlbum($0, id) } }
        apps.onActivated { [weak self] index in
            if let self, clients.indices.contains(index) { onOpenApp(clients[index]) }
        }
    }

    /// Shows a photo, or reads it again.
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

    /// Clears the panel, and stops reading.
    func clear() {
        leave()
        reading?.cancel()
        (reading, wanted) = (nil, nil)
    }

    /// Saves a caption or an alt text in which the person is still typing.
    func keepTexts() {
        guard asset != nil else { return }
        apply {
            $0.caption = $1.caption.text
            $0.altText = $1.altText.text
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
        show(asset.title ?? "", in: title, isAgain)
        show(asset.keywords.joined(separator: ", "), in: keywords, isAgain)
        if !isAgain || !caption.containsFocus { caption.text = asset.caption ?? "" }
        if !isAgain || !altText.containsFocus { altText.text = asset.altText ?? "" }
        // The closed row shows the beginning, so that the person need not open it.
        let beginning = Text.singleLine(asset.altText).map { Text.shortened($0, to: Self.mostColumns) }
        ExpanderRow(in: builder, "alt-text-row").setSubtitle(beginning ?? localized("None"))
        rating.selected = Int(asset.rating ?? 0)
        show(Self.text(of: asset), in: taken, isAgain)
        show(asset.location.map(Self.text) ?? "", in: place, isAgain)
        showFile(asset)
    }

    /// Does not overwrite text that the person is typing, or has typed but not applied.
    private func show(_ text: String, in row: EntryRow, _ isAgain: Bool) {
        let key = ObjectIdentifier(row)
        defer { shownTexts[key] = text }
        if isAgain, row.containsFocus || row.text != shownTexts[key] { return }
        row.text = text
        row.setError(false)
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

    /// A worker has to read the file for this, so the library's own properties are shown first.
    private func showExposure(of id: AssetID) async {
        // A file without such metadata, or one that cannot be read, has no exposure to show.
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

    /// The creation date, by the clock of the place where the photo was taken.
    private static func text(of asset: Asset) -> String {
        asset.creationDate.flatMap { DateText.editable(Timestamp($0).rawValue, at: asset.clockOffset) } ?? ""
    }

    private static func text(_ place: Location) -> String { "\(rounded(place.latitude)), \(rounded(place.longitude))" }

    /// To a tenth of a meter.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }

    // MARK: Changes

    /// The keywords in the entry.
    private var words: [String] { keywords.text.split(separator: ",").map { Text.trimmed($0) }.filter { !$0.isEmpty } }

    private func apply(_ set: (inout AssetChanges, DetailsPanel) -> Void) {
        guard let asset else { return }
        var properties = AssetChanges()
        set(&properties, self)
        change(asset, properties)
    }

    private func applyDate() {
        guard let date = DateText.moment(from: taken.text, at: asset?.clockOffset) else {
            return taken.setError(true)
        }
        taken.setError(false)
        apply { properties, _ in properties.creationDate = Timestamp(rawValue: date) }
    }

    private func applyPlace() {
        let parts = place.text.split(separator: ",").map { Double(Text.trimmed($0)) }
        place.setError(false)
        if Text.trimmed(place.text).isEmpty {
            apply { properties, _ in properties.removesLocation = true }
        } else if parts.count == 2, let latitude = parts[0], let longitude = parts[1],
            let location = Location(latitude: latitude, longitude: longitude)
        {
            apply { properties, _ in properties.location = location }
        } else {
            place.setError(true)
        }
    }

    private func change(_ asset: Asset, _ properties: AssetChanges) {
        let before = properties.reverse(of: asset)
        guard properties != before else { return }
        let id = asset.id
        var request = ChangeRequest()
        request.set(properties, of: id)
        let made = request
        var clocks: [AssetID: ClockDate] = [:]
        if let date = properties.creationDate, let offset = asset.clockOffset {
            clocks[id] = ClockDate(date, offset: offset)
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
    /// Whether the person created the album. Smart albums and moments, which Filmgate makes, contain nearly every
    /// photo.
    fileprivate var isMadeByPerson: Bool { type == .album || values[.subtype] == .text("custom") }
}

extension AssetChanges {
    /// The asset's current values of the properties that this panel can change.
    fileprivate func reverse(of asset: Asset) -> AssetChanges {
        var reverse = AssetChanges()
        if title != nil { reverse.title = asset.title ?? "" }
        if caption != nil { reverse.caption = asset.caption ?? "" }
        if altText != nil { reverse.altText = asset.altText ?? "" }
        if keywords != nil { reverse.keywords = asset.keywords }
        if rating != nil { reverse.rating = asset.rating ?? 0 }
        if creationDate != nil { reverse.creationDate = asset.creationDate.map { Timestamp($0) } }
        if location != nil || removesLocation {
            reverse.location = asset.location
            reverse.removesLocation = asset.location == nil
        }
        return reverse
    }
}
