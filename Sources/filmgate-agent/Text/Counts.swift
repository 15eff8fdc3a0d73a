internal import FilmgateText

extension Text {
    /// `1 album`, `2 albums`.
    static func albums(_ count: Int) -> String { "\(number(count)) album\(count == 1 ? "" : "s")" }

    /// `1 photo`, `2 photos`.
    static func photos(_ count: Int) -> String { "\(number(count)) photo\(count == 1 ? "" : "s")" }
}
