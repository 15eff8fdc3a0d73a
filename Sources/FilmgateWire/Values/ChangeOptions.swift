public import FilmgateDBus

/// The options of `PerformChanges`.
public struct ChangeOptions: DBusRepresentable, Hashable {
    /// Whether to check everything and change nothing.
    public var isDryRun: Bool

    public init(isDryRun: Bool = false) { self.isDryRun = isDryRun }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "PerformChanges")
        isDryRun = try reader.take("dry-run") ?? false
        try reader.finish()
    }

    public var representation: Options { isDryRun ? ["dry-run": Variant(true)] : [:] }
}
