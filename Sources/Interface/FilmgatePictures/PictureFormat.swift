/// How a terminal shows pictures.
public enum PictureFormat: Hashable, Sendable {
    /// The graphics protocol of Kitty.
    case kitty
    case sixels
    /// The images of iTerm2.
    case iTerm2
    /// Half and quarter blocks, each with two colors.
    case symbols(SymbolColors)

    public enum SymbolColors: Hashable, Sendable {
        /// 24 bits.
        case direct
        case indexed256, indexed16
    }

    /// Whether the terminal shows the pixels themselves.
    public var showsPixels: Bool {
        if case .symbols = self { false } else { true }
    }
}

/// Why a terminal shows no pictures.
public enum PictureRefusal: Error, Hashable, Sendable {
    /// TERM names no terminal, or one that has neither a protocol for images nor colors.
    case terminal
    /// The terminal needs colors for pictures, and `NO_COLOR` is set.
    case noColor
}
