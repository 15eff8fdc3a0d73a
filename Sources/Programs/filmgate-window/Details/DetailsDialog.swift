import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// The dialog that edits the title, caption, keywords, rating and place of several photos at once. It changes only the
/// properties that the person edits.
final class DetailsDialog {
    private let assets: [AssetID]
    private let editor: LibraryEditor
    private let builder = Builder("several.ui")
    private let window: Window
    private let title: EditedTextField
    private let caption: EditedTextField
    private let keywords: KeywordField
    private let rating: StarBar
    private let place: PlaceEntry
    private var changes = SharedChanges()
    /// Keeps this object alive while the dialog is open.
    private var itself: DetailsDialog?

    private init(_ assets: [AssetID], _ details: SharedDetails, _ editor: LibraryEditor) {
        self.assets = assets
        self.editor = editor
        window = Window(in: builder, "window")
        title = EditedTextField(in: builder, "photo-title")
        caption = EditedTextField(in: builder, "caption")
        keywords = KeywordField(in: builder, "keywords")
        rating = StarBar(in: builder, "rating")
        place = PlaceEntry(in: builder, "place")
        let heading = localized("Details")
        window.setTitle(heading)
        let bar = WindowTitle(in: builder, "title")
        bar.setTitle(heading)
        bar.setSubtitle(CountText.text(assets.count))
        show(details)
        connect()
    }

    /// Reads the properties of the photos, and opens the dialog.
    static func open(
        _ assets: [AssetID], in library: PhotoLibrary, _ editor: LibraryEditor, over window: Window
    ) async {
        do {
            var read: [Asset] = []
            for part in assets.batches(of: 1000) {
                let request = FetchRequest.assets(withIdentifiers: part).includingHidden.includingTrashed
                read += try await library.fetch(request.reading(SharedDetails.properties)).snapshot()
            }
            guard !read.isEmpty else { return }
            let dialog = DetailsDialog(read.map(\.id), SharedDetails(read), editor)
            dialog.itself = dialog
            dialog.window.present(over: window)
            dialog.title.row.grabFocus()
        } catch { editor.say(error) }
    }

    private func show(_ details: SharedDetails) {
        show(details.title, in: title, localized("Title"))
        show(details.caption, in: caption, localized("Caption"))
        let differs = localized("different values")
        rating.show(details.rating.value, note: details.rating == .different ? differs + " " : "")
        place.show(details.location.value.flatMap { $0 }, keepsTyped: false)
        if details.location == .different {
            place.text.row.setTitle(
                localized(
                    "{field}: {note}",
                    ["field": localized("Place: a town, or latitude and longitude"), "note": differs]))
        }
        let counts = Dictionary(details.keywords.map { ($0.word, $0.count) }) { first, _ in first }
        keywords.show(details.keywords.map(\.word)) { word in
            guard let count = counts[word], count < details.count else { return nil }
            return counted("{n} item has this keyword", "{n} items have this keyword", count)
        }
    }

    private func show(_ text: SharedDetails.Shared<String>, in field: EditedTextField, _ name: String) {
        field.show(text.value ?? "", keepsTyped: false)
        guard text == .different else { return }
        field.row.setTitle(localized("{field}: {note}", ["field": name, "note": localized("different values")]))
    }

    private func connect() {
        title.save = { [weak self] in self?.changes.properties.title = $0 }
        caption.save = { [weak self] in self?.changes.properties.caption = $0 }
        rating.onRated = { [weak self] in self?.changes.properties.rating = Int32($0) }
        keywords.onChanged = { [weak self] in self?.changes.change(adding: $0, removing: $1) }
        place.onPlace = { [weak self] location in
            self?.changes.properties.location = location
            self?.changes.properties.removesLocation = location == nil
        }
        Button(in: builder, "cancel").onClicked { [weak self] in self?.close() }
        Button(in: builder, "save").onClicked { [weak self] in self?.save() }
        window.onClose { [weak self] in
            self?.itself = nil
            return false
        }
        window.onKey { [weak self] key, modifiers in
            guard let self else { return false }
            if key == .escape {
                close()
                return true
            }
            if key == .enter, modifiers.contains(.control) {
                save()
                return true
            }
            return rating.handle(key, modifiers)
        }
    }

    private func close() {
        window.destroy()
        itself = nil
    }

    private func save() {
        keywords.add()
        // If the text of a field is invalid, the dialog stays open and shows an error below the field.
        for field in [title, caption, place.text] where field.apply() != nil {
            field.row.grabFocus()
            return
        }
        if !changes.isEmpty { editor.perform(changes.requests(for: assets), saying: localized("Saved")) }
        close()
    }
}
