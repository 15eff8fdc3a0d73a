public import FilmgateModel

extension Library {
    /// Checks a part of the library against itself, while it is in use: the database's own checks, what is kept against what
    /// it is made from, every row against its file and the bytes' hash, every file against the rows.
    ///
    /// - Parameters:
    ///   - cursor: empty to begin; then that of the page before.
    ///   - limit: how many things to check at most. A page also ends once it has taken two seconds, after at least one.
    /// - Returns: nil for a cursor that was never given out.
    public func verify(after cursor: String, limit: Int) async throws -> VerifyPage? {
        guard let step = VerifyStep(cursor) else { return nil }
        return try await inspector.verify(from: step, limit: limit)
    }
}

/// A part of a verification.
public struct VerifyPage: Equatable, Sendable {
    /// Where the next page begins; nil after the last.
    public var cursor: String?
    /// Things that this page has checked, of about so many in all.
    public var checked: UInt64
    public var total: UInt64
    public var problems: [Problem]

    public init(cursor: String?, checked: UInt64, total: UInt64, problems: [Problem]) {
        self.cursor = cursor
        self.checked = checked
        self.total = total
        self.problems = problems
    }
}

/// Something that is not as it must be.
public struct Problem: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// SQLite finds the file damaged, or a reference that leads nowhere.
        case database
        /// What is kept is not what it is made from.
        case derived
        /// A row's file is not there, or cannot be read.
        case missing
        /// It is not the size, or not the bytes, that the row says.
        case content
        /// Its mode, owner or kind would let somebody change it.
        case permissions
        /// A file that no row names.
        case stray
    }

    public var kind: Kind
    /// The asset concerned, where there is one.
    public var asset: AssetID?
    /// A sentence for the administrator; it names files.
    public var detail: String

    public init(_ kind: Kind, asset: AssetID? = nil, _ detail: String) {
        self.kind = kind
        self.asset = asset
        self.detail = detail
    }
}

/// Where a verification stands: the next thing to check.
enum VerifyStep: Equatable {
    case database(Int)
    /// The first stored file after this one.
    case file(FileName?)
    case folder(UInt8)

    init?(_ cursor: String) {
        let parts = cursor.split(separator: ":", omittingEmptySubsequences: false)
        switch (parts.first, parts.count) {
        case ("", 1): self = .database(0)
        case ("database", 2):
            guard let number = Int(parts[1]), DatabaseCheck.all.indices.contains(number) else { return nil }
            self = .database(number)
        case ("file", 2):
            guard parts[1].isEmpty || FileName(String(parts[1])) != nil else { return nil }
            self = .file(FileName(String(parts[1])))
        case ("folder", 2):
            guard let index = UInt8(parts[1]) else { return nil }
            self = .folder(index)
        default: return nil
        }
    }

    var cursor: String {
        switch self {
        case .database(let number): "database:\(number)"
        case .file(let name): "file:\(name?.description ?? "")"
        case .folder(let index): "folder:\(index)"
        }
    }
}
