public import FilmgateDBus

/// A fault in the library or in its audit log, found by a verification.
public struct VerificationFinding: OptionDictionary, Hashable, Encodable {
    /// The kind of fault, as a word.
    public let kind: String
    /// The fault as a sentence for a person.
    public let detail: String

    package init(kind: String, detail: String) {
        self.kind = kind
        self.detail = detail
    }

    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        kind = try options.field("kind", value?.kind) ?? ""
        detail = try options.field("detail", value?.detail) ?? ""
    }
}
