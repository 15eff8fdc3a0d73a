import CFilmgatePNG
import Glibc

/// Inflates and deflates the data in the profile and text chunks of PNG files.
enum PNGChunkCompression {
    private static let most = 16 << 20

    /// Inflates data. Returns an empty array if the data are damaged or too long.
    static func inflated(_ data: [UInt8]) -> [UInt8] {
        var size = 0
        return taken(fg_png_inflated(data, data.count, most, &size), size)
    }

    static func deflated(_ data: [UInt8]) -> [UInt8] {
        var size = 0
        return taken(fg_png_deflated(data, data.count, &size), size)
    }

    private static func taken(_ start: UnsafeMutablePointer<UInt8>?, _ size: Int) -> [UInt8] {
        guard let start else { return [] }
        defer { free(start) }
        return Array(UnsafeBufferPointer(start: start, count: size))
    }
}
