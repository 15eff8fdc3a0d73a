import Filmgate
import FilmgateEditors
import FilmgateText
import FoundationEssentials

extension Command {
    static let editAssetWith = Command(
        "assets", "edit-with", summary: "Let an app edit an asset",
        details: [
            "Starts the app on the session bus if it is not running, and gives it this one asset, whatever access it has otherwise. Every app sees the result when the app has finished. The original is kept, and 'assets revert' shows it again.",
            TranslatableText("The command ends when the app has the asset.") + AssetNameResolver.rule,
        ],
        operands: [
            CommandOperand("APP", completion: .names(.editors), "An editor from 'editors'"),
            AssetNameResolver.oneOperand,
        ],
        examples: [
            Example("assets edit-with org.example.Vignette IMG_1.JPG", "Edit a photo with an app that is installed.")
        ]
    ) { invocation in
        let name = invocation.operands[0]
        guard let editor = await InstalledEditors().editor(name) else {
            throw CommandFailure(
                .noInput, localized("No editor '{app}' is installed.", ["app": Text.printable(name)]),
                advice: localized("'filmgatectl editors' lists the editors."))
        }
        let library = try await invocation.library()
        let asset = try await invocation.asset(invocation.operands[1], in: library)
        let found = try await library.assets(withIdentifiers: [asset], reading: [.mediaType, .subtypes]).first
        if let found, let medium = EditedMedia(found.mediaType, isLive: found.mediaSubtypes.contains(.live)),
            !editor.media.contains(medium)
        {
            throw CommandFailure(
                .usage, medium.refusal(by: editor),
                advice: localized("'filmgatectl editors' shows what each editor edits."))
        }
        // Terminals can provide this token, which lets the editor's window come to the front.
        let token = invocation.surroundings.environment["XDG_ACTIVATION_TOKEN"]
        do throws(EditorFailure) {
            try await EditorChoice(editor, toEdit: asset, activationToken: token).start(in: library)
        } catch {
            throw CommandFailure(error, editor)
        }
        return try invocation.writeResult(localized("The asset is open in {app}.", editor.names), "opened", 1)
    }
}

extension InstalledEditor {
    /// The values for the placeholders in messages.
    fileprivate var names: [String: String] { ["app": Text.printable(name)] }
}

extension EditedMedia {
    /// Returns the error message for media that an editor does not edit.
    fileprivate func refusal(by editor: InstalledEditor) -> String {
        switch self {
        case .image: localized("{app} does not edit images.", editor.names)
        case .video: localized("{app} does not edit videos.", editor.names)
        case .livePhoto: localized("{app} does not edit live photos.", editor.names)
        }
    }
}

extension CommandFailure {
    fileprivate init(_ failure: EditorFailure, _ editor: InstalledEditor) {
        let message = Text.printable(failure.message)
        switch failure {
        case .refused(let error): self.init(error)
        case .noSessionBus:
            self.init(
                .unavailable,
                localized(
                    "The session bus, on which apps are started, cannot be reached: {reason}", ["reason": message]),
                advice: localized("Run the tool in a desktop session, or set DBUS_SESSION_BUS_ADDRESS."))
        case .notStarted:
            self.init(
                .unavailable, message,
                advice: localized("Start {app} yourself, or install it anew.", editor.names))
        case .failed:
            self.init(
                .unavailable,
                localized(
                    "{app} did not open the asset: {reason}", editor.names.merging(["reason": message]) { $1 }),
                advice: localized("'filmgatectl audit' shows what the broker refused."))
        }
    }
}
