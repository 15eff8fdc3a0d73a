/// Highlights text on terminals, unless `NO_COLOR` is set.
enum Style: String {
    case bold = "1"
    case red = "31"

    /// Returns the text with escape sequences if the stream is a terminal that supports them.
    func callAsFunction(_ text: String, on stream: StandardStream) -> String { self(text, isShown: stream.isStyled) }

    /// - Parameter isShown: whether the text is for a terminal that supports escape sequences.
    func callAsFunction(_ text: String, isShown: Bool) -> String {
        isShown ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
