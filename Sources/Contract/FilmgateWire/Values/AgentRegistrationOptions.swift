public import FilmgateDBus

/// An agent's description of itself when it registers: the options of `RegisterAgent`.
public struct AgentRegistrationOptions: OptionDictionary, Hashable {
    /// Whether the agent can show an app's settings page.
    public var showsSettings: Bool
    /// The person's languages, as names of locales such as `de_AT`, the preferred one first.
    public var languages: [String]

    /// The maximum number of languages, and the maximum number of characters of each.
    private static let (mostLanguages, languageLength) = (16, 32)

    /// Creates the options. Drops strings that are not names of locales, and languages beyond the limit.
    public init(showsSettings: Bool = false, languages: [String] = []) {
        self.showsSettings = showsSettings
        self.languages = Array(languages.filter(Self.isLocale).prefix(Self.mostLanguages))
    }

    public static let owner = "RegisterAgent"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        showsSettings = try options.field("settings", value?.showsSettings, usual: false)
        languages = try options.field("languages", value?.languages, usual: [])
        options.check(
            languages.count <= Self.mostLanguages && languages.allSatisfy(Self.isLocale),
            "'languages' must hold at most \(Self.mostLanguages) names of locales, such as 'de_AT'.")
    }

    private static func isLocale(_ text: String) -> Bool {
        (1...languageLength).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "@"), UInt8(ascii: "-"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
