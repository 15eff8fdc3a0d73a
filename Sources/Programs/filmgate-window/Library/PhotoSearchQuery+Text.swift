import FilmgateLibraryTools
import FilmgateText

extension PhotoSearchQuery {
    /// The message for a search without results, such as `No photos from May 2019 with “paris”.`
    var nothingFoundText: String {
        guard let reading = readings.last else { return localized("Try other words.") }
        let words = reading.words.joined(separator: " ")
        let dates = reading.dateText
        let sentence =
            switch (dates.isEmpty, words.isEmpty) {
            case (false, false): localized("No photos from {date} with “{words}”.", ["date": dates, "words": words])
            case (false, true): localized("No photos from {date}.", ["date": dates])
            case (true, false): localized("No photos with “{words}”.", ["words": words])
            case (true, true): ""
            }
        let others = reading.otherTexts
        guard !others.isEmpty else { return sentence }
        let searched = localized("Only these were searched: {kinds}.", ["kinds": others.joined(separator: ", ")])
        return PhraseJoiner.sentences([sentence, searched].filter { !$0.isEmpty })
    }
}

extension SearchInterpretation {
    fileprivate var dateText: String {
        let texts: [String]
        if years.count < 2, months.count < 2 {
            texts = [LocalizedSearchWords.date(year: years.first, month: months.first, day: days.first)]
        } else {
            texts =
                months.map { LocalizedSearchWords.date(year: nil, month: $0, day: nil) }
                + years.map { LocalizedSearchWords.date(year: $0, month: nil, day: nil) }
        }
        return texts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The names of the kinds, cameras and lenses in the search.
    fileprivate var otherTexts: [String] {
        terms.compactMap { term in
            switch term {
            case .year, .month, .day: nil
            case .kind(let kind): LocalizedSearchWords.title(ofKind: kind.rawValue)
            case .device(let cameras, let lenses): (cameras + lenses).first.flatMap { Text.singleLine($0) }
            }
        }
    }
}
