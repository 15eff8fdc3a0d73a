import Filmgate
import FilmgateEditors
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// The menu with which the person edits the shown photo in an app, or reverts an edited photo to its original.
final class ViewerEditMenu {
    private let actions: ActionGroup
    private let library: PhotoLibrary
    private let editor: LibraryEditor
    private let window: Window
    private let button: MenuButton
    private let popover: Popover
    private let list: ListBox
    private let installed = InstalledEditors()
    /// All installed editors.
    private var editors: [InstalledEditor] = []
    /// The editors that the menu lists.
    private var offered: [InstalledEditor] = []
    private var asset: AssetID?
    private var medium: EditedMedia?
    private var reading: Task<Void, Never>?

    init(
        _ builder: Builder, _ actions: ActionGroup, _ library: PhotoLibrary, _ editor: LibraryEditor,
        over window: Window
    ) {
        self.actions = actions
        self.library = library
        self.editor = editor
        self.window = window
        button = MenuButton(in: builder, "edit-with")
        popover = Popover(in: builder, "editors-popover")
        list = ListBox(in: builder, "editors")
        list.onActivated { [weak self] in self?.edit(withLine: $0) }
        actions.add("edit-with", button, isChange: true, keys: "e") { $0.open() }
        actions.add("revert", self, isChange: true) { $0.revert() }
    }

    /// Finds the installed editors, and lists those that can edit the shown photo.
    func open() {
        Task {
            editors = await installed.all()
            offer()
        }
    }

    /// Shows the edit actions for a photo. Call this method again when the photo has changed.
    func show(_ id: AssetID) {
        if id != asset { clear() }
        asset = id
        reading?.cancel()
        let library = library
        reading = Task {
            let request = FetchRequest.assets(withIdentifiers: [id]).includingHidden.includingTrashed
                .reading([.mediaType, .subtypes, .hasAdjustments])
            guard let found = await library.first(request), !Task.isCancelled else { return }
            medium = EditedMedia(found.mediaType, isLive: found.mediaSubtypes.contains(.live))
            actions["revert"].isEnabled = found.hasAdjustments
            offer()
        }
    }

    /// Removes the edit actions when no photo is shown.
    func clear() {
        reading?.cancel()
        (reading, asset, medium) = (nil, nil, nil)
        actions["revert"].isEnabled = false
        offer()
    }

    private func offer() {
        let found = medium.map { medium in editors.filter { $0.media.contains(medium) } } ?? []
        button.isVisible = !found.isEmpty
        actions["edit-with"].isEnabled = !found.isEmpty
        guard found != offered else { return }
        offered = found
        list.removeAll()
        for editor in found {
            let box = Box.horizontal(spacing: 12)
            let icon = Icon.symbolic("application-x-executable")
            icon.setName(editor.icon, fallback: "application-x-executable")
            icon.setPixelSize(24)
            let label = Label(editor.name)
            label.setAlignment(0)
            label.setEllipsized()
            box.append(icon)
            box.append(label)
            box.setMargins(start: 6, end: 6, vertical: 6)
            let row = ListRow(box)
            row.setAccessibleLabel(editor.name)
            row.setTooltip(editor.name)
            list.append(row)
        }
    }

    private func edit(withLine line: Int) {
        popover.close()
        guard offered.indices.contains(line), let asset else { return }
        let (chosen, library) = (offered[line], library)
        let token = InstalledApp.activationToken(of: chosen.application, from: window)
        let choice = EditorChoice(chosen, toEdit: asset, activationToken: token)
        editor.say(localized("Opening in {app}…", ["app": chosen.name]))
        Task {
            do throws(EditorFailure) {
                try await choice.start(in: library)
            } catch {
                editor.say(Text.singleLine(error.message) ?? localized("It failed."))
            }
        }
    }

    private func revert() {
        guard let asset else { return }
        var request = ChangeRequest()
        request.revertContent(of: asset)
        editor.perform([request], saying: localized("The original is shown again"))
    }
}
