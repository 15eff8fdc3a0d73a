import FilmgateDBus
import FilmgatePickStore
import FilmgateText

/// Answers calls for file dialogs with Filmgate's picker of photos and videos, or with the desktop's own dialog.
struct FileDialogRouter: Sendable {
    let folders: DesktopFolders
    let forwarder: DialogForwarder
    let pick: @Sendable (DialogCall, AcceptedMedia, PortalSettings) async -> PickOutcome
    /// Returns whether a path leads to a copy that the picker made for an app.
    let isCopy: @Sendable (String) async -> Bool
    /// Called with the copies that an app gets, to remove them later.
    let keep: @Sendable (PickFolder) -> Void
    /// Returns an offer to add the saved file to the library; nil if the app cannot add files.
    let offer: @Sendable (DialogCall, PortalSettings) async -> SaveOffer?

    func show(_ dialog: DialogCall) async throws -> DialogAnswer {
        let settings = folders.readSettings { PortalProgram.program.report($0) }
        if settings.isOn, dialog.kind == .openFile, !dialog.isForFolders,
            let accepted = dialog.filter.flatMap({ AcceptedMedia($0) })
        {
            switch await pick(dialog, accepted, settings) {
            case .files(let folder):
                keep(folder)
                return answer(to: dialog, with: folder.paths)
            case .cancelled: return Task.isCancelled ? .closed : .cancelled
            case .forward(let reason):
                if let reason { PortalProgram.program.report("The desktop's own dialog is shown: \(reason)") }
            }
        }
        let choice = settings.isOn ? SaveChoice(for: dialog) : nil
        if let choice, let offer = await offer(dialog, settings) { return try await save(dialog, choice, offer) }
        guard !Task.isCancelled else { return .closed }
        return try await forwarder.forward(await withoutCopies(dialog))
    }

    /// Shows the desktop's own dialog with Filmgate's additional choice.
    private func save(_ dialog: DialogCall, _ choice: SaveChoice, _ offer: SaveOffer) async throws -> DialogAnswer {
        let own = choice.added(
            to: await withoutCopies(dialog), label: localized("Add to your photos"), isTicked: offer.isTicked)
        do {
            var answer = try await forwarder.forward(own)
            let isTicked = choice.take(from: &answer)
            let path = answer.savedPath
            await offer.end(answer.response == 0 ? isTicked.map { (adds: $0, path: path) } : nil)
            return answer
        } catch {
            await offer.end(nil)
            throw error
        }
    }

    /// Removes the options with the initial folder or file if they lead to copies, which will be deleted.
    private func withoutCopies(_ dialog: DialogCall) async -> DialogCall {
        var dialog = dialog
        for key in DialogCall.placeKeys {
            if let path = dialog.path(key), await isCopy(path) { dialog.options[key] = nil }
        }
        return dialog
    }

    private func answer(to dialog: DialogCall, with paths: [String]) -> DialogAnswer {
        var results: Options = [
            "uris": Variant(paths.compactMap { FileURI.text(of: $0) }),
            // Without this value, some portals let the app write to the files.
            "writable": Variant(false),
        ]
        if let filter = dialog.encodedFilter { results["current_filter"] = Variant(filter) }
        if !dialog.choices.isEmpty { results["choices"] = Variant(dialog.usualChoices) }
        return DialogAnswer(response: 0, results: results)
    }
}
