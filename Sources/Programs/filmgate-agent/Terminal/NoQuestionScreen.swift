import FilmgatePrompts
import FilmgateText

/// The screen that is shown while there is no question, with the state of the agent and the last answers.
struct NoQuestionScreen {
    var waiting: AgentMessage.WaitReason?
    /// The last answers, at most 20, in the order in which they were given.
    private(set) var answered: [String] = []

    mutating func note(_ record: String) { answered = answered.suffix(19) + [record] }

    private var text: (String, String) {
        switch waiting {
        case nil: (localized("Getting ready …"), "")
        case .questions?:
            (
                localized("Waiting for apps to ask for your photos."),
                localized("Questions appear here. Until then, there is nothing to do.")
            )
        case .broker?:
            (
                localized("Waiting for the photo library's broker, which is not running."),
                localized("The agent connects when the broker starts.")
            )
        }
    }

    private static let hints = [KeyHint("q", localized("Quit")), KeyHint("?", localized("Help"))]

    func frame(_ size: TerminalSize) -> Frame {
        let width = min(size.columns, 100) - 4
        var lines = [Line.bar("Filmgate", "", columns: size.columns), Line()]
        lines += Text.wrapped(text.0, to: width).map { .indented($0, by: 2, .strong) }
        lines += Text.wrapped(text.1, to: width).map { .indented($0, by: 2, .quiet) }
        if !answered.isEmpty {
            lines += [Line(), .indented(localized("Answered:"), by: 2, .quiet)]
            let room = max(0, size.rows - 1 - lines.count)
            lines += answered.suffix(room).map { .indented(Text.shortened($0, to: width - 2), by: 4) }
        }
        lines = Array(lines.prefix(size.rows - 1))
        lines += Array(repeating: Line(), count: size.rows - 1 - lines.count)
        return Frame(lines: lines + [KeyHint.line(Self.hints, columns: size.columns)])
    }
}
