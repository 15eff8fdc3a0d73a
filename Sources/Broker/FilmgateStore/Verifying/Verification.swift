public import FilmgateModel

extension Library {
    /// Checks a page of the library while the library is in use. The pages run SQLite's own checks, and compare derived
    /// data with its sources, every row with its file and the file's hash, and every file with the rows.
    ///
    /// - Parameters:
    ///   - cursor: empty for the first page, then the cursor of the previous page.
    ///   - limit: the number of steps. A page also ends after two seconds, but has at least one step.
    /// - Returns: nil for an invalid cursor.
    public func verify(after cursor: String, limit: Int) async throws -> VerifyPage<Problem>? {
        guard let step = VerifyStep(cursor) else { return nil }
        return try await inspector.verify(from: step, limit: limit)
    }
}

/// A page of a verification: of the library, or of its audit log.
public struct VerifyPage<Finding: Hashable & Sendable>: Equatable, Sendable {
    /// The cursor for the next page; nil after the last page.
    public var cursor: String?
    /// The number of entries or steps of this page, and approximately of all pages.
    public var checked: UInt64 = 0
    public var total: UInt64
    public var findings: [Finding] = []
}

/// Damage that a verification found.
public struct Problem: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// SQLite reports damage, or a reference to a missing row.
        case database
        /// Derived data differs from its source.
        case derived
        /// A row's file is missing or cannot be read.
        case missing
        /// The file's size or hash differs from its row.
        case content
        /// The file's mode, owner or kind would allow other users to change it.
        case permissions
        /// The file has no row.
        case stray
    }

    public var kind: Kind
    /// The asset that the problem concerns, if any.
    public var asset: AssetID?
    /// The problem as a sentence for the administrator, which can contain file names.
    public var detail: String

    public init(_ kind: Kind, asset: AssetID? = nil, _ detail: String) {
        self.kind = kind
        self.asset = asset
        self.detail = detail
    }
}

/// The position of a verification: its next step.
enum VerifyStep: Equatable {
    case database(Int)
    /// Continues with the first stored file after this one.
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
