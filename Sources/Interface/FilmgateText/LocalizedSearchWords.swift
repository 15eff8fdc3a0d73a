import FilmgateModel
import Glibc

/// The words in the person's language that a search understands.
public enum LocalizedSearchWords {
    /// Months and their abbreviations, with their numbers from 1 to 12.
    public static var months: [String: Int] {
        var months: [String: Int] = [:]
        for month in 1...12 {
            // Some languages use a different form of the month next to a day.
            for pattern in ["%B", "%b", "%OB"] { months[name(of: month, pattern)] = month }
        }
        months[""] = nil
        return months
    }

    /// The words for kinds of photos. Each value is the subtype of a smart album, or the search's own name for a
    /// different kind.
    public static var kinds: [String: String] {
        var kinds: [String: String] = [:]
        for album in SmartAlbum.all where album.subtype != "all" { kinds[album.localizedTitle] = album.subtype }
        for (name, words) in others {
            for word in words.split(separator: ",") { kinds[Text.trimmed(word)] = name }
        }
        return kinds
    }

    /// Returns the title of a kind in the person's language.
    public static func title(ofKind name: String) -> String {
        if let album = SmartAlbum.all.first(where: { $0.subtype == name }) { return album.localizedTitle }
        let words = others.first { $0.name == name }?.words ?? name
        return words.split(separator: ",").first.map { Text.trimmed($0) } ?? name
    }

    /// The kinds that are not smart albums, with their words. The first word is the title.
    private static var others: [(name: String, words: String)] {
        [
            ("photos", localized("Photos, photo, pictures")), ("hdr", "HDR"), ("edited", localized("Edited, changed")),
            ("selfies", localized("Selfies, selfie")),
            ("in-no-album", localized("In no album, no album")),
        ]
    }

    /// Returns `3 May 2019`, or the known parts of the date, in the person's language.
    public static func date(year: Int?, month: Int?, day: Int?) -> String {
        switch (year, month, day) {
        case (let year?, let month?, let day?):
            localized(
                "{day} {month} {year}", ["day": "\(day)", "month": name(of: month, "%B"), "year": "\(year)"])
        case (let year?, let month?, nil):
            localized("{month} {year}", ["month": name(of: month, "%B"), "year": "\(year)"])
        case (nil, let month?, let day?): localized("{day} {month}", ["day": "\(day)", "month": name(of: month, "%B")])
        case (nil, let month?, nil): name(of: month, "%OB")
        case (let year?, nil, _): localized("{year}", ["year": "\(year)"])
        case (nil, nil, _): ""
        }
    }

    private static func name(of month: Int, _ pattern: String) -> String {
        var calendar = unsafe tm()
        unsafe calendar.tm_mon = Int32(month - 1)
        unsafe calendar.tm_mday = 1
        var bytes = [CChar](repeating: 0, count: 64)
        let count = unsafe strftime(&bytes, bytes.count, pattern, &calendar)
        return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
