import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgatePredicates
import FilmgateText

/// The dialog that creates a smart album or changes its rule. It shows how many photos match the rule.
final class SmartAlbumDialog {
    private let editor: LibraryEditor
    private let builder = Builder("rule.ui")
    private let window: Window
    private let album: AssetCollection?
    private let folder: FolderID?
    private lazy var name = EntryRow(in: builder, "name")
    private lazy var mode = DropDown(in: builder, "mode")
    private lazy var list = Box(in: builder, "conditions")
    private lazy var addition = Button(in: builder, "add")
    private lazy var text = EntryRow(in: builder, "text")
    private lazy var count = Label(in: builder, "count")
    private lazy var save = Button(in: builder, "save")
    /// The rows of the conditions; empty if the rule is shown as text.
    private var rows: [RuleConditionRow] = []
    private var counting: Task<Void, Never>?
    /// Keeps this object alive while the dialog is open.
    private var itself: SmartAlbumDialog?

    private init(_ album: AssetCollection?, in folder: FolderID?, _ editor: LibraryEditor) {
        (self.album, self.folder, self.editor) = (album, folder, editor)
        window = Window(in: builder, "window")
        let heading = album == nil ? localized("New Smart Album") : localized("Edit Smart Album")
        window.setTitle(heading)
        WindowTitle(in: builder, "title").setTitle(heading)
        name.text = album?.title ?? ""
        mode.setItems([localized("All conditions are met"), localized("Any condition is met")])
        save.setLabel(album == nil ? localized("C_reate") : localized("_Save"))
        showRule()
        connect()
        update()
    }

    isolated deinit { counting?.cancel() }

    /// - Parameters:
    ///   - album: the album whose rule the person changes; nil to create an album.
    ///   - folder: the folder for a new album.
    static func open(_ album: AssetCollection?, in folder: FolderID?, _ editor: LibraryEditor, over window: Window) {
        let dialog = SmartAlbumDialog(album, in: folder, editor)
        dialog.itself = dialog
        dialog.window.present(over: window)
        dialog.name.grabFocus()
    }

    /// Shows the album's rule as conditions, or as text if conditions cannot express the rule.
    private func showRule() {
        let draft: SmartAlbumRuleDraft? =
            if let album {
                // A rule that cannot be parsed is shown as text, too.
                (try? Predicate<AssetProperty>(parsing: album.rule ?? "")).flatMap { SmartAlbumRuleDraft($0) }
            } else {
                SmartAlbumRuleDraft()
            }
        for part in [mode, list, addition] as [Widget] { part.isVisible = draft != nil }
        text.isVisible = draft == nil
        guard let draft else { return text.text = album?.rule ?? "" }
        mode.selected = draft.needsAny ? 1 : 0
        for condition in draft.conditions { add(condition) }
    }

    private func connect() {
        for row in [name, text] {
            row.nameText()
            row.onChanged { [weak self] in self?.update() }
            row.onActivate { [weak self] in self?.perform() }
        }
        mode.onSelected { [weak self] in self?.update() }
        addition.onClicked { [weak self] in
            guard let self else { return }
            add(RuleCondition())
            rows.last?.focus()
            update()
        }
        Button(in: builder, "cancel").onClicked { [weak self] in self?.close() }
        save.onClicked { [weak self] in self?.perform() }
        window.onClose { [weak self] in
            self?.itself = nil
            return false
        }
        window.onKey { [weak self] key, modifiers in
            guard let self else { return false }
            switch key {
            case .escape: close()
            case .enter where modifiers.contains(.control): perform()
            default: return false
            }
            return true
        }
    }

    private func add(_ condition: RuleCondition) {
        let row = RuleConditionRow(condition)
        row.onChanged = { [weak self] in self?.update() }
        row.onRemoved = { [weak self, unowned row] in self?.remove(row) }
        rows.append(row)
        list.append(row.widget)
    }

    private func remove(_ row: RuleConditionRow) {
        guard rows.count > 1, let index = rows.firstIndex(where: { $0 === row }) else { return }
        list.remove(row.widget)
        rows.remove(at: index)
        rows[min(index, rows.count - 1)].focus()
        update()
    }

    /// The rule that the person has entered; nil if the rule is incomplete.
    private var rule: String? {
        guard !rows.isEmpty else { return text.text.trimmed.isEmpty ? nil : text.text }
        return SmartAlbumRuleDraft(conditions: rows.map(\.condition), needsAny: mode.selected == 1).predicate?.text
    }

    private var title: String { name.text.trimmed }

    private func update() {
        for row in rows { row.canBeRemoved = rows.count > 1 }
        mode.isSensitive = rows.count > 1
        addition.isSensitive = rows.count < SmartAlbumRuleDraft.most
        counting?.cancel()
        save.isSensitive = false
        guard let rule else { return count.text = localized("A condition is not complete.") }
        let library = editor.library
        counting = Task {
            do {
                let found = try await library.fetch(FetchRequest<Asset>.assets.where(rule)).count
                guard !Task.isCancelled else { return }
                count.text = localized("{items} now", ["items": CountText.text(found)])
                save.isSensitive = !title.isEmpty
            } catch {
                guard !Task.isCancelled else { return }
                count.text = LibraryEditor.text(of: error)
            }
        }
    }

    private func perform() {
        guard save.isSensitive, let rule else { return }
        var request = ChangeRequest()
        do {
            let text: String
            if let album {
                if title != album.title { request.rename(album.id, to: title) }
                try request.setRule(QueryCondition(rule), of: album.id)
                text = localized("Changed the smart album “{album}”", ["album": title])
            } else {
                try request.createSmartAlbum(title: title, in: folder, where: QueryCondition(rule))
                text = localized("Created the smart album “{album}”", ["album": title])
            }
            editor.perform([request], saying: text)
            close()
        } catch {
            count.text = LibraryEditor.text(of: error)
        }
    }

    private func close() {
        counting?.cancel()
        window.destroy()
        itself = nil
    }
}
