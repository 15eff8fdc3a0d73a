import FilmgateGTK
import FilmgateText

/// A list of keywords, each with a button that removes it, and an entry for new keywords.
final class KeywordField {
    /// Called when the person has added or removed keywords.
    var onChanged: (_ added: [String], _ removed: [String]) -> Void = { _, _ in }

    private(set) var keywords: [String] = []
    private let chips: FlowBox
    private let entry: TextEntry
    private var buttons: [Button] = []
    private var note: (String) -> String? = { _ in nil }

    /// - Parameter id: the identifier of the keyword list in the UI file. The entry has this identifier with the suffix
    ///   `-entry`.
    init(in builder: Builder, _ id: String) {
        chips = FlowBox(in: builder, id)
        entry = TextEntry(in: builder, id + "-entry")
        entry.onActivate { [weak self] in self?.add() }
        entry.onLeave { [weak self] in self?.add() }
        entry.onChanged { [weak self] in if self?.entry.text.hasSuffix(",") == true { self?.add() } }
        entry.onKey(beforeChildren: true) { [weak self] key, _ in
            guard let self else { return false }
            switch key {
            case .escape where !entry.text.isEmpty:
                entry.text = ""
                return true
            case .backspace where entry.text.isEmpty && !buttons.isEmpty:
                return buttons[buttons.count - 1].grabFocus()
            default: return false
            }
        }
    }

    /// - Parameter note: returns a note for a keyword that only some photos have; nil for other keywords.
    func show(_ keywords: [String], note: @escaping (String) -> String? = { _ in nil }) {
        self.note = note
        guard keywords != self.keywords || buttons.count != keywords.count else { return }
        self.keywords = keywords
        fill()
    }

    func clearEntry() { entry.text = "" }

    /// Adds the typed keywords. Commas separate keywords.
    func add() {
        let words = entry.text.split(separator: ",").map { Text.trimmed($0) }.filter { !$0.isEmpty }
        guard !words.isEmpty else { return }
        entry.text = ""
        var known = Set(keywords.map { $0.lowercased() })
        let added = words.filter { known.insert($0.lowercased()).inserted || note($0) != nil }
        guard !added.isEmpty else { return }
        keywords += added.filter { !keywords.contains($0) }
        fill()
        onChanged(added, [])
    }

    private func remove(_ keyword: String) {
        guard let index = keywords.firstIndex(of: keyword) else { return }
        let hadFocus = buttons.indices.contains(index) && buttons[index].containsFocus
        keywords.remove(at: index)
        fill()
        if hadFocus {
            if buttons.isEmpty { entry.grabFocus() } else { buttons[min(index, buttons.count - 1)].grabFocus() }
        }
        onChanged([], [keyword])
    }

    private func fill() {
        chips.removeAll()
        buttons = keywords.map { keyword in
            let text = Text.singleLine(keyword) ?? keyword
            let note = note(keyword)
            let button = Button("\(Text.shortened(text, to: 40))\(note == nil ? "" : " *")  ✕")
            button.add(cssClass: "keyword")
            button.place(horizontally: .start, vertically: .center)
            button.setTooltip(note ?? localized("Remove this keyword"))
            let name = localized("Remove the keyword “{keyword}”", ["keyword": text])
            button.setAccessibleLabel(note.map { "\(name) (\($0))" } ?? name)
            button.onClicked { [weak self] in self?.remove(keyword) }
            button.onKey(beforeChildren: true) { [weak self] key, _ in
                guard key == .delete || key == .backspace else { return false }
                self?.remove(keyword)
                return true
            }
            return button
        }
        for button in buttons { chips.append(button) }
        chips.isVisible = !buttons.isEmpty
    }
}
