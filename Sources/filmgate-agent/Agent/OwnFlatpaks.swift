internal import Filmgate
internal import FilmgateModel
internal import FilmgatePeers
internal import FoundationEssentials

/// The Flatpaks that the person has installed for themselves alone, whose desktop files lie in their home: the broker of the system
/// setting cannot read there, and finds no name for such an app.
///
/// Any program of the person's outside of sandboxes can write there, and any inside that may write to the home. The app's identifier,
/// which no program chooses, stands beside what is found.
///
/// Owns the readings under way: a home may lie on a disk that does not answer, and no question waits for that long.
actor OwnFlatpaks {
    private let patience: Duration
    private let read: @Sendable (ClientID) async -> DesktopEntry?
    private var waiting: [Int: CheckedContinuation<DesktopEntry?, Never>] = [:]
    /// How many readings were begun, the last of which has this number.
    private var begun = 0
    /// How many were given up and have not ended since.
    private var hanging = 0

    /// - Parameters:
    ///   - environment: where Flatpak finds its folder, and so what is read here.
    ///   - patience: how long a reading is waited for.
    init(_ environment: [String: String] = ProcessInfo.processInfo.environment, patience: Duration = .seconds(1)) {
        let shelf = DesktopFileReader(folders: OwnFlatpaks.folder(environment).map { [$0] } ?? [])
        self.init(patience: patience) { client in await shelf.entry(of: client) }
    }

    /// - Parameter reading: gives an app's desktop file, or never returns.
    init(patience: Duration, reading: @escaping @Sendable (ClientID) async -> DesktopEntry?) {
        self.patience = patience
        read = reading
    }

    /// Where the desktop files are; a path that is not absolute counts for nothing, as the XDG specification has it.
    static func folder(_ environment: [String: String]) -> String? {
        func path(_ name: String) -> String? {
            guard let value = environment[name], value.hasPrefix("/") else { return nil }
            return value
        }
        let data = path("XDG_DATA_HOME") ?? path("HOME").map { "\($0)/.local/share" }
        let installation = path("FLATPAK_USER_DIR") ?? data.map { "\($0)/flatpak" }
        return installation.map { "\($0)/exports/share/applications" }
    }

    /// What an app is called and why it asks, where the broker found neither; what it found stays.
    ///
    /// Nil also where the disk is not in time.
    func appInfo(to prompt: AgentPrompt) async -> AppInfo? {
        guard prompt.app.isVerified, let client = ClientID(prompt.app.id), client.kind == .flatpak,
            prompt.app.name == client.name, let entry = await desktopEntry(of: client)
        else { return nil }
        let usage: String? =
            switch prompt.subject {
            case .access(.addOnly, _): entry.additionsUsage
            case .access(.readWrite, _), .selection: entry.libraryUsage
            case .confirm: nil
            }
        return AppInfo(
            name: Self.text(entry.name, limit: DesktopEntry.shownNameLength), icon: Self.icon(entry.icon),
            purpose: Self.text(usage, limit: DesktopEntry.shownUsageLength))
    }

    /// A name of the icon theme: a path would have the front end open whatever file it names.
    private static func icon(_ icon: String?) -> String? {
        guard let icon = text(icon, limit: DesktopEntry.shownUsageLength), !icon.contains("/") else { return nil }
        return icon
    }

    private static func text(_ text: String?, limit: Int) -> String? {
        let text = plain(text ?? "", limit: limit)
        return text.isEmpty ? nil : text
    }

    // MARK: Readings

    /// Begins no reading as long as one hangs: it would wait behind that one, and hang as well.
    private func desktopEntry(of client: ClientID) async -> DesktopEntry? {
        guard hanging == 0 else { return nil }
        begun += 1
        let number = begun
        // Not the children of a group, which would wait for both: no reading can be cancelled.
        return await withCheckedContinuation { continuation in
            waiting[number] = continuation
            let timer = Task { await giveUp(number) }
            Task {
                await end(number, with: read(client))
                timer.cancel()
            }
        }
    }

    private func giveUp(_ number: Int) async {
        do { try await Task.sleep(for: patience) } catch { return }
        guard let continuation = waiting.removeValue(forKey: number) else { return }
        hanging += 1
        continuation.resume(returning: nil)
    }

    private func end(_ number: Int, with entry: DesktopEntry?) {
        if let continuation = waiting.removeValue(forKey: number) {
            continuation.resume(returning: entry)
        } else {
            hanging -= 1
        }
    }
}

/// An app by its own desktop file, fit to be shown.
struct AppInfo: Sendable {
    var name: String?
    var icon: String?
    var purpose: String?
}
