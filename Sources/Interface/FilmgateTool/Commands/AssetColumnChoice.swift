import Filmgate
import FilmgateText

extension AssetColumn {
    static let option = Option(
        "columns", value: .one("LIST"), completion: .list(AssetColumn.allNames),
        "The properties to show, by the contract's names with commas between them; 'pixels' is width and height")
}

extension FetchRequest<Asset> {
    func reading(_ columns: [AssetColumn]) -> FetchRequest<Asset> {
        reading(columns.reduce(into: Set<AssetProperty>()) { $0.formUnion($1.properties) })
    }
}

extension Invocation {
    /// Returns the value of `--limit`; 0 for no limit.
    func limit() throws(CommandFailure) -> UInt32 { try number(.limit, 0...UInt32.max) ?? 0 }

    /// Returns the columns that the person chose; nil if the option is not given.
    func assetColumns() throws(CommandFailure) -> [AssetColumn]? {
        try propertyWords(AssetColumn.option)?.map { word throws(CommandFailure) in
            guard let column = AssetColumn(word) else {
                throw unknownProperty(word, among: AssetColumn.allNames, AssetColumn.option)
            }
            return column
        }
    }

    /// Splits an option's value at commas.
    func propertyWords(_ option: Option) throws(CommandFailure) -> [String]? {
        guard let text = text(option) else { return nil }
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(Text.trimmed)
        guard words != [""] else {
            throw usage(
                localized("'--{option}' is empty. Name a property, or omit the option.", ["option": option.name]))
        }
        return words
    }

    func unknownProperty(_ word: String, among names: [String], _ option: Option) -> CommandFailure {
        let message = localized(
            "'--{option}': '{word}' is not a property of assets.",
            ["option": option.name, "word": Text.printable(word)])
        return .usage(PhraseJoiner.sentences([message] + SpellChecker.question(word, among: names)), of: command)
    }
}
