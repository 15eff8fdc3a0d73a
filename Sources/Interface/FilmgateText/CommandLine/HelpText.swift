/// Lays out help on lines of a fixed width.
public struct HelpText {
    private let columns: Int

    public init(columns: Int) { self.columns = columns }

    public func paragraph(_ text: String, indent: Int = 0) -> String {
        Text.wrapped(text, to: columns - indent).map { blanks(indent) + $0 + "\n" }.joined()
    }

    /// Returns a list of names, with their meanings in a second column.
    public func list(_ entries: [(name: String, meaning: String)]) -> String {
        let width = (entries.map(\.name.count).filter { $0 <= 24 }.max() ?? 0) + 2
        return entries.map { entry($0.name, $0.meaning, width: width) }.joined()
    }

    /// - Parameter width: the width of the column with the names.
    public func entry(_ name: String, _ meaning: String, width: Int) -> String {
        let indent = 2 + width
        let lines = Text.wrapped(meaning, to: max(24, columns - indent))
        let first = name.count + 2 <= width ? "  " + Text.padded(name, to: width) : "  \(name)\n" + blanks(indent)
        return lines.enumerated().map { ($0 == 0 ? first : blanks(indent)) + $1 + "\n" }.joined()
    }

    private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
