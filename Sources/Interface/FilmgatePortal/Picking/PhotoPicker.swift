import FilmgateDBus
import FilmgateModel
import FilmgatePickStore
import FilmgateProcess
import FilmgateSystem
import FilmgateText
import FilmgateWire

/// The outcome of an attempt to show the picker.
enum PickOutcome: Sendable {
    /// The copies that the app gets.
    case files(PickFolder)
    case cancelled
    /// The desktop's own dialog must be shown. The journal gets the reason; nil if there is nothing to report.
    case forward(String?)
}

/// Lets the person pick photos and videos for an app, acting as that app, and copies the files for it.
struct PhotoPicker: Sendable {
    /// The session bus.
    let connection: Connection
    /// The address of the broker's bus.
    let brokerBus: String
    let store: PickStore
    let settings: PortalSettingsFile
    /// The person's runtime directory, which contains the copies.
    let runtime: String

    func pick(for dialog: DialogCall, _ accepted: AcceptedMedia, _ settings: PortalSettings) async -> PickOutcome {
        do {
            return try await attempt(dialog, accepted, settings)
        } catch is CancellationError {
            return .cancelled
        } catch {
            return Task.isCancelled ? .cancelled : .forward("\(error)")
        }
    }

    private func attempt(
        _ dialog: DialogCall, _ accepted: AcceptedMedia, _ settings: PortalSettings
    ) async throws -> PickOutcome {
        let arrival = BootTicks.now
        guard let name = dialog.appName, let app = try await AppProcess.find(name, on: connection) else {
            return .forward("The app cannot be found.")
        }
        if app.isFilmgateProgram { return .forward(nil) }
        let delegate = try await DelegateConnection.open(
            to: brokerBus, on: connection.loop, actingFor: app.handle, startedBy: arrival.rawValue)
        do {
            let outcome = try await pick(dialog, accepted, settings, app, delegate)
            await delegate.close()
            return outcome
        } catch {
            await delegate.close()
            throw error
        }
    }

    private func pick(
        _ dialog: DialogCall, _ accepted: AcceptedMedia, _ settings: PortalSettings, _ process: AppProcess,
        _ delegate: DelegateConnection
    ) async throws -> PickOutcome {
        let app = PickerApp(client: delegate.client)
        guard app.isConsistent(with: dialog.appID) else {
            return .forward("The portal says that \(app.client) is '\(quotable(dialog.appID))'.")
        }
        guard app.isOn(in: settings) else { return .forward(nil) }
        guard app.isSandboxed || process.sees(runtime) else {
            return .forward("\(app.client) cannot see the folder of the copies.")
        }
        let configuration = configuration(for: dialog, accepted, app, settings)
        let (outcome, results) = try await delegate.pick(configuration, parentWindow: dialog.parentWindow)
        switch outcome {
        case .cancelled, .denied: return .cancelled
        case .failed: throw results.error
        case .success: break
        }
        let items = try results.pickedItems()
        guard !items.isEmpty else { return .forward(nil) }
        if let chosen = results.chosenRepresentation, chosen != configuration.representation {
            remember(chosen, for: app.client.description)
        }
        let folder = try store.begin()
        do {
            let copier = PickCopier(delegate: delegate, accepted: accepted, folder: folder)
            try await copy(dialog.isMultiple ? items : [items[0]], by: copier, over: dialog.parentWindow)
        } catch {
            store.remove(folder)
            throw error
        }
        guard !folder.paths.isEmpty else { return .forward("\(app.client) accepts none of the picked items.") }
        return .files(folder)
    }

    private func copy(_ items: [PickedItemValues], by copier: PickCopier, over parentWindow: String) async throws {
        let window = CopyProgressPresenter(total: items.count, parentWindow: parentWindow, on: connection.loop)
        try await window.run { try await copier.copy(items) { window.show(done: $0) } }
    }

    private func remember(_ representation: PickerConfiguration.Representation, for app: String) {
        do { try settings.remember(representation, for: app) } catch {
            PortalProgram.program.report("The formats cannot be remembered: \(error)")
        }
    }

    private func configuration(
        for dialog: DialogCall, _ accepted: AcceptedMedia, _ app: PickerApp, _ settings: PortalSettings
    ) -> PickerConfiguration {
        var configuration = PickerConfiguration()
        configuration.limit = dialog.isMultiple ? PickerConfiguration.mostItems : 1
        if accepted.mediaTypes.count == 1, let only = accepted.mediaTypes.first {
            configuration.filter = "media-type = '\(only.rawValue)'"
        }
        if accepted.acceptsAllPictures {
            configuration.offersRepresentation = true
            configuration.representation =
                settings.representation(for: app.client.description) ?? (app.isBrowser ? .compatible : .current)
        }
        if app.isSandboxed { configuration.removed = [.location] }
        let title = dialog.title
        // The broker refuses longer strings, and strings with control characters.
        if title.utf8.count <= 128, title.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) {
            configuration.prompt = title.isEmpty ? nil : title
        }
        return configuration
    }
}
