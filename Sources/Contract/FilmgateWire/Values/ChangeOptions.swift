public import FilmgateDBus

/// The options of `PerformChanges`.
public struct ChangeOptions: OptionDictionary, Hashable {
    /// Whether to check everything and change nothing.
    public var isDryRun: Bool

    public init(isDryRun: Bool = false) { self.isDryRun = isDryRun }

    public static let owner = "PerformChanges"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        isDryRun = try options.field("dry-run", value?.isDryRun, usual: false)
    }
}
