import Filmgate
import FilmgateEditors
import FilmgateLibraryTools
import FilmgateText

extension Invocation {
    /// The time limit for reading names, because the person is waiting.
    private static let patience = Duration.seconds(2)

    /// Returns names from the broker or the system; an empty array if the broker refuses or does not answer in time.
    func candidates(_ names: Option.Names) async -> [Completion] {
        let (answers, continuation) = AsyncStream.makeStream(of: [Completion].self)
        // A refusal is not an error here, because the person did not run the command.
        Task { continuation.yield((try? await known(names)) ?? []) }
        Task {
            // The sleep cannot fail, because nothing cancels this task.
            try? await Task.sleep(for: Self.patience)
            continuation.finish()
        }
        return await answers.first { _ in true } ?? []
    }

    private func known(_ names: Option.Names) async throws -> [Completion] {
        switch names {
        case .editors:
            return await InstalledEditors().all().map { Completion(text: $0.application, meaning: $0.name) }
        case .apps: return try await apps()
        case .albums: return try await collections(.album)
        case .ownAlbums: return try await collections(.ownAlbum)
        case .ruledAlbums: return try await collections(.ruledAlbum)
        case .anyAlbums: return try await collections(.anyAlbum)
        case .folders: return try await collections(.folder)
        case .albumsAndFolders: return try await collections(.albumOrFolder)
        case .anyAlbumsAndFolders: return try await collections(.any)
        case .operations: return try await recorded(\.operation)
        case .outcomes: return try await recorded(\.outcome)
        }
    }

    private func apps() async throws -> [Completion] {
        let administration = try await libraryWithoutAsking().administration
        var levels: [ClientID: String] = [:]
        for app in try await administration.clients() {
            if let client = app.client { levels[client] = app.level?.rawValue ?? "" }
        }
        for grant in try await administration.grants() { levels[grant.client] = grant.level.rawValue }
        return levels.map { Completion(text: $0.key.description, meaning: $0.value) }
    }

    /// Returns albums and folders by their names, or by their identifiers if a name is ambiguous or cannot be typed.
    private func collections(_ wanted: Nameable) async throws -> [Completion] {
        let nodes = try await libraryWithoutAsking().collectionTree().nodes.filter(wanted.allows)
        let counts = nodes.reduce(into: [String: Int]()) { counts, node in
            counts[node.joined, default: 0] += 1
            if let word = node.word { counts[word, default: 0] += 1 }
        }
        return nodes.map { node in
            let name = node.word ?? node.joined
            let isClear =
                counts[name] == 1 && ObjectID(name.lowercased()) == nil && !name.isEmpty
                && !name.hasPrefix("-") && !name.hasSuffix("/")
                && !name.unicodeScalars.contains(where: \.isUnprintable)
            guard isClear else { return Completion(text: node.id.description, meaning: node.name) }
            return Completion(text: name, meaning: node.word == nil ? node.typeText : node.joined)
        }
    }

    /// Returns the words that occur in the newest entries of the audit log.
    private func recorded(_ word: (AuditLogRow) -> String) async throws -> [Completion] {
        let records = try await libraryWithoutAsking().administration.audit(newest: 1000)
        return Set(records.map(word)).sorted().map { Completion(text: $0) }
    }
}
