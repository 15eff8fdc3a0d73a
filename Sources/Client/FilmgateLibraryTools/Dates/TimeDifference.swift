/// A difference between two clocks, in the form that people write: `+1:30`, `-2d 03:00` or `1:00:30`.
public enum TimeDifference {
    private static let mostDays: Int64 = 365_000

    /// Parses a difference. Returns the seconds, or nil if the text has a different form.
    public static func seconds(_ text: String) -> Int64? {
        var words = text.split(separator: " ").map(String.init)[...]
        guard var first = words.first else { return nil }
        let isNegative = first.hasPrefix("-") || first.hasPrefix("−")
        if isNegative || first.hasPrefix("+") { first.removeFirst() }
        words = (first.isEmpty ? [] : [first]) + words.dropFirst()
        var seconds: Int64 = 0
        if let word = words.first, word.last == "d" || word.last == "D" {
            guard let days = number(word.dropLast()), days <= mostDays else { return nil }
            seconds = days * 86_400
            words = words.dropFirst()
            if words.isEmpty { return isNegative ? -seconds : seconds }
        }
        guard words.count == 1, let clock = words.first else { return nil }
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map(number)
        guard (2...3).contains(parts.count), let hours = parts[0], hours <= mostDays * 24, let minutes = parts[1],
            minutes < 60
        else { return nil }
        var ofMinute: Int64 = 0
        if parts.count == 3 {
            guard let number = parts[2], number < 60 else { return nil }
            ofMinute = number
        }
        seconds += hours * 3600 + minutes * 60 + ofMinute
        return isNegative ? -seconds : seconds
    }

    private static func number(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }
}
