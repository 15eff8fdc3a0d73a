internal import Filmgate
internal import FilmgateText

/// What has become different, in lines for a person.
struct WatchLines {
    /// Of the terminal, where the day has a line of its own; nil: every line has its whole moment, and nothing is cut.
    private let columns: Int?
    private var day = ""

    /// A list that is longer is told as a number and its first few.
    static let listed = 10
    private static let few = 3
    /// `photo inserted`, `folder inserted`
    private static let width = 15

    init(columns: Int?) { self.columns = columns }

    /// The lines of a list.
    mutating func text(
        of list: ChangeList, _ reason: LibraryChanges.Reason, names: [ObjectID: String], at moment: Timestamp
    ) -> String {
        let event = reason == .library ? list.event : "\(list.event) (\(reason.rawValue))"
        guard list.ids.count <= WatchLines.listed else {
            let first = list.ids.prefix(WatchLines.few).map { names[$0] ?? $0.description }.joined(separator: ", ")
            let count = Amount.count(list.ids.count, list.noun)
            return line("\(count) \(event): \(first) …", at: moment)
        }
        return list.ids.map { id in
            let words = [Text.padded("\(list.noun) \(event)", to: WatchLines.width), id.description, names[id]]
            return line(words.compactMap { $0 }.joined(separator: "  "), at: moment)
        }.joined()
    }

    /// A sentence about all of the library.
    mutating func text(_ sentence: String, at moment: Timestamp) -> String {
        let stamp = stamp(moment)
        guard let columns else { return stamp + sentence + "\n" }
        let indent = String(repeating: " ", count: WatchLines.clock)
        let lines = Text.wrapped(sentence, to: max(20, columns - WatchLines.clock))
        return stamp + lines.joined(separator: "\n" + indent) + "\n"
    }

    private mutating func line(_ text: String, at moment: Timestamp) -> String {
        let (stamp, text) = (stamp(moment), Text.plain(text))
        return stamp + (columns.map { Text.shortened(text, to: max(20, $0 - WatchLines.clock)) } ?? text) + "\n"
    }

    private static let clock = 10

    /// What stands before a line; on a terminal `14:30:05`, under a line with the day.
    private mutating func stamp(_ moment: Timestamp) -> String {
        let exact = Moment.exact(moment)
        guard columns != nil else { return exact + "  " }
        let today = String(exact.prefix(10))
        defer { day = today }
        return (today == day ? "" : today + "\n") + exact.dropFirst(11) + "  "
    }
}
