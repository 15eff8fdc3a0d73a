public import FilmgateDBus

/// The options of `PerformChanges`.
public struct ChangeOptions: DBusRepresentable, Hashable {
    /// Whether to check everything and change nothing.
    public var isDryRun: Bool

    private enum Key: String { case dryRun = "dry-run" }

    public init(isDryRun: Bool = false) { self.isDryRun = isDryRun }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "PerformChanges")
        isDryRun = try reader.take(Key.dryRun) ?? false
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.dryRun] = isDryRun ? true : nil
        return options
    }
}
