public import FilmgateDBus

/// Information about the library at the beginning of a backup.
public struct BackupDetails: OptionDictionary, Hashable {
    /// The library's identifier. Libraries that are restored from its backups have the same identifier.
    public let library: String
    /// A number that grows with each change of the library.
    public let generation: Int64
    /// The number of stored files.
    public let files: UInt64
    /// The size of the stored files, in bytes.
    public let bytes: UInt64

    package init(library: String, generation: Int64, files: UInt64, bytes: UInt64) {
        self.library = library
        self.generation = generation
        self.files = files
        self.bytes = bytes
    }

    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        library = try options.field("library", value?.library) ?? ""
        generation = try options.field("generation", value?.generation) ?? 0
        files = try options.field("files", value?.files) ?? 0
        bytes = try options.field("bytes", value?.bytes) ?? 0
    }
}

/// The options of `BeginRestore`.
public struct RestoreOptions: OptionDictionary, Hashable {
    public var user: UInt32?
    /// Whether the restoration may replace a library that is not empty.
    public var replace = false

    public init(user: UInt32? = nil, replace: Bool = false) {
        self.user = user
        self.replace = replace
    }

    public static let owner = "BeginRestore"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        user = try options.field("user", value?.user)
        replace = try options.field("replace", value?.replace, usual: false)
    }
}

/// Information about the library that is being restored, in the reply of `BeginRestore`.
public struct RestoreDetails: OptionDictionary, Hashable {
    /// The number of stored files.
    public let files: UInt64
    /// The size of the stored files, in bytes.
    public let bytes: UInt64
    /// The number of files that the client must still add with `AddFiles`.
    public let missing: UInt64

    package init(files: UInt64, bytes: UInt64, missing: UInt64) {
        self.files = files
        self.bytes = bytes
        self.missing = missing
    }

    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        files = try options.field("files", value?.files) ?? 0
        bytes = try options.field("bytes", value?.bytes) ?? 0
        missing = try options.field("missing", value?.missing) ?? 0
    }
}
