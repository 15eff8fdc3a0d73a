import Filmgate
import FilmgateKeyFiles
import FilmgateModel
import FilmgatePeers
import FoundationEssentials

/// Finds the names, icons and purposes of Flatpaks that are installed for one user only. The desktop files of such
/// apps are in the user's home folder, which the broker on the system bus cannot read.
///
/// Any program of the user can write these files. So the question also shows the app's identifier.
///
/// Owns the pending reads. A read has a time limit, because the home folder may be on a disk that does not respond.
actor UserFlatpakFinder {
    private let timeLimit: Duration
    private let read: @Sendable (ClientID) async -> DesktopEntry?
    private var pending: [Int: CheckedContinuation<DesktopEntry?, Never>] = [:]
    /// The number of the most recent read. It is the read's key in `pending`.
    private var lastNumber = 0
    /// The number of reads that exceeded the time limit and have not ended yet.
    private var hanging = 0

    /// - Parameters:
    ///   - environment: the environment variables that locate Flatpak's folder.
    ///   - languages: the person's languages, the preferred one first.
    init(
        _ environment: [String: String] = ProcessInfo.processInfo.environment,
        languages: [String] = Languages.ofThisProcess, timeLimit: Duration = .seconds(1)
    ) {
        let reader = DesktopFileReader(folders: ApplicationFolders.ownFlatpaks { environment[$0] }.map { [$0] } ?? [])
        self.init(timeLimit: timeLimit) { client in await reader.entry(of: client, in: languages) }
    }

    /// - Parameter read: returns an app's desktop file. The call may never return.
    init(timeLimit: Duration, read: @escaping @Sendable (ClientID) async -> DesktopEntry?) {
        self.timeLimit = timeLimit
        self.read = read
    }

    /// Returns the app's name, icon and purpose, from the app's desktop file.
    ///
    /// Returns nil if the app is not a verified Flatpak, if the broker found its name, or if no file is read in time.
    func appInfo(to prompt: AgentPrompt) async -> AppInfo? {
        guard prompt.app.isVerified, let client = ClientID(prompt.app.id), client.kind == .flatpak,
            prompt.app.name == client.name, let entry = await desktopEntry(of: client)
        else { return nil }
        let usage: String? =
            switch prompt.subject {
            case .access(.addOnly, _): entry.additionsUsage
            case .access(.readWrite, _), .selection: entry.libraryUsage
            case .pick, .confirm, .settings: nil
            }
        return AppInfo(
            name: Self.text(entry.name, limit: DesktopEntry.shownNameLength), icon: Self.icon(entry.icon),
            purpose: Self.text(usage, limit: DesktopEntry.shownUsageLength))
    }

    /// Returns the icon's name in the icon theme. Returns nil for a path, which could name any file.
    private static func icon(_ icon: String?) -> String? {
        guard let icon = text(icon, limit: DesktopEntry.shownUsageLength), !icon.contains("/") else { return nil }
        return icon
    }

    private static func text(_ text: String?, limit: Int) -> String? {
        let text = singleLine(text ?? "", limit: limit)
        return text.isEmpty ? nil : text
    }

    // MARK: Reading

    /// Reads an app's desktop file. Returns nil while an earlier read hangs, because a new read would hang, too.
    private func desktopEntry(of client: ClientID) async -> DesktopEntry? {
        guard hanging == 0 else { return nil }
        lastNumber += 1
        let number = lastNumber
        // A task group would wait for the read even after the time limit, because the read cannot be cancelled.
        return await withCheckedContinuation { continuation in
            pending[number] = continuation
            let timer = Task { await giveUp(number) }
            Task {
                await end(number, with: read(client))
                timer.cancel()
            }
        }
    }

    private func giveUp(_ number: Int) async {
        do { try await Task.sleep(for: timeLimit) } catch { return }
        guard let continuation = pending.removeValue(forKey: number) else { return }
        hanging += 1
        continuation.resume(returning: nil)
    }

    private func end(_ number: Int, with entry: DesktopEntry?) {
        if let continuation = pending.removeValue(forKey: number) {
            continuation.resume(returning: entry)
        } else {
            hanging -= 1
        }
    }
}

/// The values of an app's desktop file, sanitized.
struct AppInfo: Sendable {
    var name: String?
    var icon: String?
    var purpose: String?
}
