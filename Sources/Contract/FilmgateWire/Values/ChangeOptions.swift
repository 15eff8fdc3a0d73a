public import FilmgateDBus

/// The options of `PerformChanges`.
public struct ChangeOptions: OptionDictionary, Hashable {
    /// Whether to check the batch without making any changes.
    public var isDryRun: Bool

    /// A name that the same connection can pass to `UndoChanges` to undo the batch.
    public var undoName: String?

    /// The maximum size of a name, in bytes.
    public static let mostNameBytes = 64

    public init(isDryRun: Bool = false, undoName: String? = nil) {
        self.isDryRun = isDryRun
        self.undoName = undoName
    }

    public static let owner = "PerformChanges"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        isDryRun = try options.field("dry-run", value?.isDryRun, usual: false)
        let name = try options.field("undo-name", value?.undoName)
        undoName = name
        let length = name?.utf8.count ?? 1
        options.check((1...Self.mostNameBytes).contains(length), "'undo-name' has 1 to \(Self.mostNameBytes) bytes.")
    }
}
