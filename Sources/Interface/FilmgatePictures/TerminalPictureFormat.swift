/// The format in which a terminal shows pictures.
public enum TerminalPictureFormat: Hashable, Sendable {
    /// The graphics protocol of Kitty.
    case kitty
    case sixels
    /// The inline image protocol of iTerm2.
    case iTerm2
    /// The characters for half and quarter blocks, each with two colors.
    case symbols(SymbolColors)

    public enum SymbolColors: Hashable, Sendable {
        /// Colors of 24 bits.
        case direct
        case indexed256, indexed16
    }

    /// Whether the terminal shows pixels, rather than characters.
    public var showsPixels: Bool {
        if case .symbols = self { false } else { true }
    }
}

/// The reason why a terminal cannot show pictures.
public enum TerminalPictureRefusal: Error, Hashable, Sendable {
    /// `TERM` does not name a terminal, or the terminal has neither an image protocol nor colors.
    case terminal
    /// The terminal needs colors for pictures, and `NO_COLOR` is set.
    case noColor
}
