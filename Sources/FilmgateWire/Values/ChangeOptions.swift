public import FilmgateDBus

/// The options of `PerformChanges`.
public struct ChangeOptions: DBusRepresentable, Hashable {
    /// Whether all is to be checked, and nothing changed.
    public var isDryRun: Bool

    public init(isDryRun: Bool = false) { self.isDryRun = isDryRun }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "PerformChanges")
        isDryRun = try reader.take("dry-run") ?? false
        try reader.finish()
    }

    public var representation: Options { isDryRun ? ["dry-run": Variant(true)] : [:] }
}
