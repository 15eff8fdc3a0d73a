import CFilmgateTerminal
import Glibc

/// A rectangle of character cells on a terminal.
public struct CellBox: Hashable, Sendable {
    public let columns: Int
    public let rows: Int

    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Returns the size, in pixels, of a picture that fills the box, with sides of at most 512.
    public func pixels(_ cell: CellSize) -> (width: Int, height: Int) {
        (min(512, columns * cell.width), min(512, rows * cell.height))
    }
}

/// The size of one character cell, in pixels.
public struct CellSize: Hashable, Sendable {
    public let width: Int
    public let height: Int

    /// The size that is assumed if the terminal does not report one.
    public static let usual = CellSize(width: 8, height: 16)

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size that the terminal at standard output reports; the usual size if it reports none, or an implausible one.
    public static var ofOutput: CellSize {
        var (width, height): (UInt32, UInt32) = (0, 0)
        guard fg_terminal_cell(STDOUT_FILENO, &width, &height), (3...100).contains(width), (3...200).contains(height)
        else { return usual }
        return CellSize(width: Int(width), height: Int(height))
    }

    /// Returns a cell size with the same aspect ratio and at most this width, in pixels. Rounds the height down.
    func limited(toWidth limit: Int) -> CellSize {
        width <= limit ? self : CellSize(width: limit, height: max(1, height * limit / width))
    }
}
