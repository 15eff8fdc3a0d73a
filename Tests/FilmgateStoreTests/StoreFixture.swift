import FilmgateModel
@testable import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateTimeZones
import Foundation

/// A library in a temporary folder, with short methods for tests.
final class Fixture: Sendable {
    let path: String
    let library: Library

    static let owner = ClientID(.exe, "/usr/bin/filmgatectl").orTrap
    static let app = ClientID(.flatpak, "org.example.App").orTrap
    static let other = ClientID(.flatpak, "org.example.Other").orTrap

    /// - Parameter folder: the folder to use, in memory for tests with many writes.
    init(
        in folder: String = FileManager.default.temporaryDirectory.path, towns: String? = nil,
        timeZone: TimeZoneRules = .utc(), fetchTime: Duration = .seconds(60)
    ) async throws {
        path = folder + "/filmgate-store-\(UUID())"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        library = try await Library.open(
            in: Directory(path: path), user: 1000, towns: towns, timeZone: timeZone, fetchTime: fetchTime)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A temporary file with this content, opened for reading.
    func file(_ content: some Collection<UInt8>) throws -> OwnedDescriptor {
        try .sealedMemory(named: "photo", holding: content)
    }

    func stage(_ text: String = "\(UUID())", for client: ClientID = app) async throws -> StagedFile {
        try await library.stage(try file(text.utf8), for: client)
    }

    /// Adds an asset as `holder`, with the time given in seconds.
    @discardableResult
    func add(
        _ text: String = "\(UUID())", by holder: Holder = .client(owner), seconds: Int64 = 0,
        hidden: Bool = false
    ) async throws -> AssetID {
        var properties = AssetChanges()
        properties.creationDate = .seconds(seconds)
        properties.isHidden = hidden
        let id = AssetID.random()
        let change = StoreChange.createAsset(
            id, AssetCreation(.photo(try await stage(text, for: holder.client)), properties: properties))
        _ = try await library.apply([change], visibleTo: .everything, holder: holder, at: .seconds(1_000))
        return id
    }

    /// The identifiers that a query finds.
    func list(_ visibility: Visibility, _ change: (inout AssetQuery) -> Void = { _ in }) async throws -> [AssetID] {
        var query = AssetQuery()
        change(&query)
        let keys = try await library.fetch(query, visibleTo: visibility)
        return try await library.rows(keys, properties: [], visibleTo: visibility).orTrap.map(\.id)
    }

    func apply(
        _ changes: [StoreChange], visibleTo visibility: Visibility = .everything, by holder: Holder = .client(owner)
    ) async throws -> [ObjectID?] {
        try await library.apply(changes, visibleTo: visibility, holder: holder, at: .seconds(2_000))
    }

    /// Replaces a grant, with the time given in seconds.
    func grant(
        _ grant: Grant, to holder: Holder, terms: GrantTerms = GrantTerms(), selection: [AssetID]? = nil,
        albums: [AlbumID] = [],
        at second: Int64 = 1
    ) async throws {
        let record = GrantRecord(holder: holder, grant: grant, terms: terms, grantedDate: .seconds(second))
        try await library.setGrant(
            record, selection: selection.map { $0.objects + albums.objects }, at: .seconds(second))
    }

    func changeSelection(
        of holder: Holder, adding: [AssetID] = [], removing: [AssetID] = [], at second: Int64 = 1
    ) async throws {
        try await library.changeSelection(
            of: holder, adding: adding.objects, removing: removing.objects, at: .seconds(second))
    }

    func problems() async throws -> [VerificationProblem] { try await library.problems() }

    /// The stored files, as paths.
    ///
    /// - Parameter name: of their folder: of the library in use, or of one that is restored.
    func originals(of name: String = "originals") throws -> [String] {
        let folder = path + "/" + name
        return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.utf8.count > 2 }
            .map { folder + "/" + $0 }
    }
}

extension Visibility {
    static func limited(_ client: ClientID, rights: Rights = .all) -> Visibility {
        Visibility(scope: .selection(of: .client(client)), rights: rights)
    }
}

extension Timestamp {
    static func seconds(_ seconds: Int64) -> Timestamp { Timestamp(rawValue: seconds * 1_000_000) }
}

extension MediaFacts {
    static let jpeg = MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: 40, pixelHeight: 30)
}

extension StagedAsset {
    static func photo(_ file: StagedFile) -> StagedAsset {
        StagedAsset(files: [StagedResource(.photo, file, filename: "photo.jpg", mimeType: "image/jpeg")], facts: .jpeg)
    }
}

extension StagedAsset {
    static func video(_ file: StagedFile) -> StagedAsset {
        var facts = MediaFacts(mediaType: .video, mimeType: "video/mp4", pixelWidth: 40, pixelHeight: 30)
        facts.duration = 1
        return StagedAsset(
            files: [StagedResource(.video, file, filename: "clip.mp4", mimeType: "video/mp4")], facts: facts)
    }
}

extension ResourceOpenResult {
    /// Returns nil if it is refused.
    var file: OwnedDescriptor? {
        guard case .opened(let original) = self else { return nil }
        return original.content
    }
}

extension Optional {
    /// The default values of tests.
    var orTrap: Wrapped {
        guard let self else { preconditionFailure("nil where a test states a value") }
        return self
    }
}

extension Library {
    /// Verifies the whole library, and returns all problems.
    func problems() async throws -> [VerificationProblem] {
        var problems: [VerificationProblem] = []
        var cursor: String? = ""
        while let current = cursor {
            let page = try await verify(after: current, limit: 1_000).orTrap
            problems += page.findings
            cursor = page.cursor
        }
        return problems
    }
}

extension Array where Element: LocalIdentifier {
    var objects: [ObjectID] { map { ObjectID($0) } }
}
