import Filmgate
import FilmgateGTK
import FilmgateLibraryTools
import FilmgateText

/// The list of suggestions below the search field. Opening the list does not move the focus.
final class SearchSuggestionList {
    private let library: PhotoLibrary
    private let entry: SearchEntry
    private let popover: Popover
    private let list: ListBox
    private var all: [SearchSuggestion] = []
    private var shown: [SearchSuggestion] = []
    /// The text that the last chosen suggestion has set. The list stays closed until the person changes this text.
    private var completed = ""
    private var reading: Task<Void, Never>?

    private static let most = 6

    init(_ builder: Builder, _ library: PhotoLibrary, _ entry: SearchEntry) {
        self.library = library
        self.entry = entry
        popover = Popover(in: builder, "suggestions-popover")
        list = ListBox(in: builder, "suggestions")
        list.onActivated { [weak self] in self?.choose($0) }
        entry.onKey(beforeChildren: true) { [weak self] key, modifiers in
            guard let self, key == .down, modifiers.isDisjoint(with: [.control, .alt, .shift]), popover.isVisible else {
                return false
            }
            list.focus(0)
            return true
        }
        list.onKey { [weak self] key, _ in
            guard let self else { return false }
            switch key {
            case .up where list.focused == 0: focusEntry()
            // Handles Escape here, before the popover handles it.
            case .escape: _ = leave()
            default: return false
            }
            return true
        }
        entry.onActivate { [weak self] in self?.popover.close() }
        Widget(in: builder, "search-box").onLeave { [weak self] in self?.popover.close() }
    }

    isolated deinit { reading?.cancel() }

    /// Reads the suggestions for a part of the library.
    func begin(in request: FetchRequest<Asset>) {
        (all, completed) = ([], "")
        let library = library
        reading?.cancel()
        reading = Task {
            // If reading fails, the list has no suggestions.
            let read = try? await library.searchSuggestions(of: request) {
                LocalizedSearchWords.title(ofKind: $0.rawValue)
            }
            guard let read, !Task.isCancelled else { return }
            all = read
            update()
        }
    }

    func end() {
        popover.close()
        reading?.cancel()
        all = []
    }

    /// Closes the list and moves the focus to the field, if the list has the focus.
    ///
    /// - Returns: whether the list had the focus.
    func leave() -> Bool {
        guard list.containsFocus else { return false }
        focusEntry()
        popover.close()
        return true
    }

    /// Moves the focus to the field without selecting its text, because the next letter would replace selected text.
    private func focusEntry() {
        entry.grabFocus()
        entry.moveToEnd()
    }

    /// Updates the list after the text in the field has changed.
    func update() {
        let text = entry.text
        if text != completed { completed = "" }
        let found = text == completed ? [] : SearchSuggestion.suggestions(for: text, from: all, most: Self.most)
        // The list does not change while the person is choosing from it.
        guard !list.containsFocus else { return }
        guard !found.isEmpty, entry.containsFocus else { return popover.close() }
        if found != shown {
            shown = found
            list.removeAll()
            for suggestion in found { list.append(Self.row(suggestion)) }
        }
        popover.open()
    }

    private func choose(_ index: Int) {
        guard shown.indices.contains(index) else { return }
        let text = shown[index].replacing(in: entry.text)
        entry.text = text
        // Setting the text makes the field report an empty string first, which resets `completed`.
        completed = text
        focusEntry()
        popover.close()
    }

    private static func row(_ suggestion: SearchSuggestion) -> ListRow {
        let icon = Icon.symbolic(iconName(of: suggestion.source))
        let title = Label(Text.singleLine(suggestion.text) ?? "")
        title.setAlignment(0)
        title.setEllipsized()
        title.expandHorizontally()
        let items = CountText.text(suggestion.count)
        let note = Label("\(name(of: suggestion.source)) · \(items)")
        note.add(cssClass: "dim-label")
        note.add(cssClass: "caption")
        let box = Box.horizontal(spacing: 9)
        box.setMargins(start: 6, end: 6, vertical: 6)
        for part in [icon, title, note] as [Widget] { box.append(part) }
        let row = ListRow(box)
        row.setAccessibleLabel("\(title.text) · \(note.text)")
        return row
    }

    private static func name(of source: SearchSuggestion.Source) -> String {
        switch source {
        case .year: localized("Year")
        case .place: localized("Place")
        case .camera: localized("Camera")
        case .keyword: localized("Keyword")
        case .kind: localized("Kind")
        }
    }

    private static func iconName(of source: SearchSuggestion.Source) -> String {
        switch source {
        case .year: "x-office-calendar-symbolic"
        case .place: "mark-location-symbolic"
        case .camera: "camera-photo-symbolic"
        case .keyword: "user-bookmarks-symbolic"
        case .kind: "folder-saved-search-symbolic"
        }
    }
}
