public import FilmgatePolicy

extension PromptAnswer.Validity {
    private static let units: [(name: Character, seconds: Int64)] = [
        ("w", 604_800), ("d", 86_400), ("h", 3600), ("m", 60),
    ]
    /// The longest period in seconds, a hundred years, so that adding it to a date does not overflow.
    private static let longest: Int64 = 100 * 366 * 86_400

    /// Parses `good` (no end), `once`, and times such as `30m`, `12h`, `1d` and `2w`. Returns nil for other text.
    public init?(_ text: String) {
        switch text {
        case "good": self = .lasting
        case "once": self = .once
        default:
            guard let unit = Self.units.first(where: { $0.name == text.last }),
                let count = Int64(text.dropLast()), count > 0, count <= Self.longest / unit.seconds
            else { return nil }
            self = .seconds(count * unit.seconds)
        }
    }

    /// The text that `init` parses; empty for `until`, which front ends do not show. Rounds up to whole minutes.
    public var text: String {
        switch self {
        case .lasting: return "good"
        case .once: return "once"
        case .until: return ""
        case .seconds(let seconds):
            if let unit = Self.units.first(where: { seconds % $0.seconds == 0 }) {
                return "\(seconds / unit.seconds)\(unit.name)"
            }
            return "\((seconds + 59) / 60)m"
        }
    }
}
