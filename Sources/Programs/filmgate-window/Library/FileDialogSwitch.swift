import FilmgateGTK
import FilmgatePortal
import FilmgateSystem
import FilmgateText
import FoundationEssentials

/// The menu switch that makes apps' file dialogs show the photo picker. Hidden if `filmgate-portal` is missing.
final class FileDialogSwitch {
    private let editor: LibraryEditor
    private let file = PortalSettingsFile(environmentVariable)

    init(_ builder: Builder, _ actions: ActionGroup, _ editor: LibraryEditor) {
        self.editor = editor
        actions.addToggle("file-dialogs", self) { $0.change(to: $1) }.isOn = file.settings.isOn
        Widget(in: builder, "file-dialogs").isVisible = FileManager.default.isExecutableFile(
            atPath: ThisProgram.folder + "/filmgate-portal")
    }

    private func change(to isOn: Bool) {
        do { try file.set(isOn) } catch {
            editor.say(localized("The setting cannot be written: {reason}.", ["reason": "\(error)"]))
        }
    }
}
