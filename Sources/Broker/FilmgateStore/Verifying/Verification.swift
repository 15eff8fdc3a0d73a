public import FilmgateModel

extension Library {
    /// Checks a page of the library while the library is in use. Runs SQLite's own checks, compares derived data with
    /// its sources, compares files with the hashes in their rows, and finds files without rows.
    ///
    /// - Parameters:
    ///   - cursor: the cursor that the previous page returned, or an empty string for the first page.
    ///   - limit: the maximum number of steps. A page also ends after two seconds, but has at least one step.
    /// - Returns: a page of problems, or nil for an invalid cursor.
    public func verify(after cursor: String, limit: Int) async throws -> VerifyPage<VerificationProblem>? {
        guard let step = VerifyStep(cursor) else { return nil }
        return try await inspector.verify(from: step, limit: limit)
    }
}

/// A page of findings from a verification of the library or its audit log.
public struct VerifyPage<Finding: Hashable & Sendable>: Equatable, Sendable {
    /// The cursor for the next page, or nil after the last page.
    public var cursor: String?
    /// The number of entries or steps in this page. `total` is the approximate number in all pages.
    public var checked: UInt64 = 0
    public var total: UInt64
    public var findings: [Finding] = []
}

/// A problem that a verification found.
public struct VerificationProblem: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// SQLite found damage or a reference to a missing row, or rows contradict each other.
        case database
        /// Derived data differs from its sources.
        case derived
        /// The file of a row is missing or cannot be read.
        case missing
        /// The size or hash of a file differs from its row.
        case content
        /// The file's mode, owner, type or links could allow other users to change the file.
        case permissions
        /// The file has no row.
        case stray
    }

    public var kind: Kind
    /// The asset with the problem, or nil if the problem does not concern a single asset.
    public var asset: AssetID?
    /// A sentence for the administrator that describes the problem. It can contain file names.
    public var detail: String

    public init(_ kind: Kind, asset: AssetID? = nil, _ detail: String) {
        self.kind = kind
        self.asset = asset
        self.detail = detail
    }
}

/// The next step of a verification, as its cursor stores it.
enum VerifyStep: Equatable {
    case database(Int)
    /// Continues with the stored files after this one, or with the first file if nil.
    case file(StoredFileName?)
    case folder(UInt8)

    init?(_ cursor: String) {
        let parts = cursor.split(separator: ":", omittingEmptySubsequences: false)
        switch (parts.first, parts.count) {
        case ("", 1): self = .database(0)
        case ("database", 2):
            guard let number = Int(parts[1]), DatabaseCheck.all.indices.contains(number) else { return nil }
            self = .database(number)
        case ("file", 2):
            guard parts[1].isEmpty || StoredFileName(String(parts[1])) != nil else { return nil }
            self = .file(StoredFileName(String(parts[1])))
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
