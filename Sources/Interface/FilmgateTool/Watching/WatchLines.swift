import Filmgate
import FilmgateText

/// Changes as lines for people.
struct WatchLines {
    /// The columns of the terminal. On a terminal, each day has its own line. If nil, each line begins with the date
    /// and the time, and is not cut.
    private let columns: Int?
    private var day = ""

    /// The maximum length of a list that is shown in full. A longer list is shown as its count and the first names.
    static let listed = 10
    private static let few = 3
    /// The width of strings such as `photo inserted` and `folder inserted`.
    private static let width = 15

    init(columns: Int?) { self.columns = columns }

    mutating func text(
        of list: ChangeList, _ reason: LibraryChanges.Reason, names: [ObjectID: String], at moment: Timestamp
    ) -> String {
        let event = reason == .library ? list.eventText : "\(list.eventText) (\(WatchLines.word(for: reason)))"
        guard list.ids.count <= WatchLines.listed else {
            let first = list.ids.prefix(WatchLines.few).map { names[$0] ?? $0.description }.joined(separator: ", ")
            let values = ["objects": list.count, "event": event, "names": first]
            return line(localized("{objects} {event}: {names} …", values), at: moment)
        }
        let what = localized("{object} {event}", ["object": list.noun, "event": event])
        return list.ids.map { id in
            let words = [Text.padded(what, to: WatchLines.width), id.description, names[id]]
            return line(words.compactMap { $0 }.joined(separator: "  "), at: moment)
        }.joined()
    }

    private static func word(for reason: LibraryChanges.Reason) -> String {
        switch reason {
        case .library: localized("library")
        case .selection: localized("selection")
        case .grant: localized("grant")
        }
    }

    mutating func text(_ sentence: String, at moment: Timestamp) -> String {
        let stamp = stamp(moment)
        guard let columns else { return stamp + sentence + "\n" }
        let indent = String(repeating: " ", count: WatchLines.clock)
        let lines = Text.wrapped(sentence, to: max(20, columns - WatchLines.clock))
        return stamp + lines.joined(separator: "\n" + indent) + "\n"
    }

    private mutating func line(_ text: String, at moment: Timestamp) -> String {
        let (stamp, text) = (stamp(moment), Text.printable(text))
        return stamp + (columns.map { Text.shortened(text, to: max(20, $0 - WatchLines.clock)) } ?? text) + "\n"
    }

    private static let clock = 10

    /// Returns the time for the beginning of a line. On a terminal, the day is on a line above its first time.
    private mutating func stamp(_ moment: Timestamp) -> String {
        let exact = TimeText.exact(moment)
        guard columns != nil else { return exact + "  " }
        let today = String(exact.prefix(10))
        defer { day = today }
        return (today == day ? "" : today + "\n") + exact.dropFirst(11) + "  "
    }
}
