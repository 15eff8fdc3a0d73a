public import FilmgateDBus

/// What a library tells of itself when a backup begins.
public struct BackupDetails: DBusRepresentable, Hashable {
    /// The same for a library and what was restored from its backups.
    public let library: String
    /// Grows with each change of the library.
    public let generation: Int64
    /// The number of stored files.
    public let files: UInt64
    /// Their size.
    public let bytes: UInt64

    private enum Key: String { case library, generation, files, bytes }

    package init(library: String, generation: Int64, files: UInt64, bytes: UInt64) {
        self.library = library
        self.generation = generation
        self.files = files
        self.bytes = bytes
    }

    public init(representation options: Options) {
        library = options[Key.library] ?? ""
        generation = options[Key.generation] ?? 0
        files = options[Key.files] ?? 0
        bytes = options[Key.bytes] ?? 0
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.library] = library
        options[Key.generation] = generation
        options[Key.files] = files
        options[Key.bytes] = bytes
        return options
    }
}

/// The options of `BeginRestore`.
public struct RestoreOptions: DBusRepresentable, Hashable {
    public var user: UInt32?
    /// Whether the library may hold anything, which is lost.
    public var replace = false

    private enum Key: String { case user, replace }

    public init(user: UInt32? = nil, replace: Bool = false) {
        self.user = user
        self.replace = replace
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "BeginRestore")
        user = try reader.take(Key.user)
        replace = try reader.take(Key.replace) ?? false
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.user] = user
        options[Key.replace] = replace ? true : nil
        return options
    }
}

/// What `BeginRestore` tells of the library that is restored.
public struct RestoreDetails: DBusRepresentable, Hashable {
    /// The number of stored files.
    public let files: UInt64
    /// Their size.
    public let bytes: UInt64
    /// How many files are missing.
    public let missing: UInt64

    private enum Key: String { case files, bytes, missing }

    package init(files: UInt64, bytes: UInt64, missing: UInt64) {
        self.files = files
        self.bytes = bytes
        self.missing = missing
    }

    public init(representation options: Options) {
        files = options[Key.files] ?? 0
        bytes = options[Key.bytes] ?? 0
        missing = options[Key.missing] ?? 0
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.files] = files
        options[Key.bytes] = bytes
        options[Key.missing] = missing
        return options
    }
}
