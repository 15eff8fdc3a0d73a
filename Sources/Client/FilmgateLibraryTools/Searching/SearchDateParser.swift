/// A parser for dates among the words of a search.
struct SearchDateParser {
    let vocabulary: SearchVocabulary

    /// Returns the terms of a date that begins with the first word, and the number of words in the date.
    func date(at words: ArraySlice<String>) -> (count: Int, terms: [SearchTerm])? {
        guard let first = words.first else { return nil }
        if let terms = numbers(first) ?? eastAsian(first) { return (1, terms) }
        let rest = words.dropFirst()
        // The day precedes the month: `3 May`, `3 de mayo`.
        if let day = Self.day(first) {
            let connectors = rest.prefix { $0 == "de" || $0 == "of" }.prefix(1).count
            if let name = rest.dropFirst(connectors).first, let month = vocabulary.month(name) {
                return (2 + connectors, [.day(day), .month(month)])
            }
        }
        guard let month = vocabulary.month(first) else { return nil }
        if let next = rest.first, let day = Self.day(next) { return (2, [.month(month), .day(day)]) }
        return (1, [.month(month)])
    }

    /// Parses `2019`, `2019-05`, `2019-05-03`, `3.5.2019` or `5/2019`.
    private func numbers(_ word: String) -> [SearchTerm]? {
        let word = SearchVocabulary.withoutPoint(word)
        guard word.allSatisfy({ $0.isASCII && ($0.isNumber || "-/.".contains($0)) }) else { return nil }
        let parts = word.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
        guard Set(word.filter { !$0.isNumber }).count <= 1 else { return nil }
        switch parts.count {
        case 1: return Self.year(parts[0]).map { [.year($0)] }
        case 2:
            if let year = Self.year(parts[0]), let month = Self.month(parts[1]) { return [.year(year), .month(month)] }
            guard let month = Self.month(parts[0]), let year = Self.year(parts[1]) else { return nil }
            return [.year(year), .month(month)]
        case 3:
            if let year = Self.year(parts[0]), let month = Self.month(parts[1]), let day = Self.day(parts[2]) {
                return [.year(year), .month(month), .day(day)]
            }
            // Ignores dates with slashes, because some people write the month first.
            guard word.contains("."), let day = Self.day(parts[0]), let month = Self.month(parts[1]),
                let year = Self.year(parts[2])
            else { return nil }
            return [.year(year), .month(month), .day(day)]
        default: return nil
        }
    }

    /// Parses `2019年5月3日`, or a part of a date in this form.
    private func eastAsian(_ word: String) -> [SearchTerm]? {
        var terms: [SearchTerm] = []
        var digits = ""
        for character in word {
            switch character {
            case "年":
                guard terms.isEmpty, let year = Self.year(digits) else { return nil }
                terms.append(.year(year))
                digits = ""
            case "月":
                guard terms.count <= 1, let month = Self.month(digits) else { return nil }
                terms.append(.month(month))
                digits = ""
            case "日":
                guard case .month? = terms.last, let day = Self.day(digits) else { return nil }
                terms.append(.day(day))
                digits = ""
            default: digits.append(character)
            }
        }
        return terms.isEmpty || !digits.isEmpty ? nil : terms
    }

    private static func year(_ text: some StringProtocol) -> Int? {
        text.utf8.count == 4 ? number(text, 1800...2199) : nil
    }

    private static func month(_ text: some StringProtocol) -> Int? { number(text, 1...12) }

    /// Parses `3`, `03`, `3.`, `3rd` or `1er`.
    private static func day(_ text: some StringProtocol) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard ["", ".", ",", "st", "nd", "rd", "th", "er"].contains(text.dropFirst(digits.count).lowercased()) else {
            return nil
        }
        return number(digits, 1...31)
    }

    private static func number(_ text: some StringProtocol, _ range: ClosedRange<Int>) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else { return nil }
        return range.contains(number) ? number : nil
    }
}
