internal import Filmgate
internal import FilmgateModel
internal import FilmgatePeers
internal import FoundationEssentials

/// The Flatpaks that the person has installed for themselves alone, whose desktop files lie in their home: the broker of the system
/// setting cannot read there, and finds no name for such an app.
///
/// Any program of the person's outside of sandboxes can write there. The app's identifier, which no program chooses, stands beside what
/// is found.
struct OwnFlatpaks: Sendable {
    /// In code points, as the broker has it.
    private static let nameLength = 128
    private static let purposeLength = 256

    private let shelf: ApplicationShelf

    /// - Parameter environment: where Flatpak finds its folder, and so what is read here.
    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        let data = environment["XDG_DATA_HOME"] ?? environment["HOME"].map { "\($0)/.local/share" }
        let installation = environment["FLATPAK_USER_DIR"] ?? data.map { "\($0)/flatpak" }
        shelf = ApplicationShelf(folders: installation.map { ["\($0)/exports/share/applications"] } ?? [])
    }

    /// What an app is called and why it asks, where the broker found neither; what it found stays.
    func introduction(to prompt: AgentPrompt) async -> Introduction? {
        guard prompt.app.isVerified, let client = ClientID(prompt.app.id), client.kind == .flatpak,
            prompt.app.name == client.name, let entry = await shelf.entry(of: client)
        else { return nil }
        let usage: String? =
            switch prompt.subject {
            case .access(.addOnly, _): entry.additionsUsage
            case .access(.readWrite, _), .selection: entry.libraryUsage
            case .confirm: nil
            }
        return Introduction(
            name: Self.text(entry.name, limit: Self.nameLength), icon: Self.text(entry.icon, limit: Self.purposeLength),
            purpose: Self.text(usage, limit: Self.purposeLength))
    }

    private static func text(_ text: String?, limit: Int) -> String? {
        let text = plain(text ?? "", limit: limit)
        return text.isEmpty ? nil : text
    }
}

/// An app by its own desktop file, fit to be shown.
struct Introduction: Sendable {
    var name: String?
    var icon: String?
    var purpose: String?
}
