import Foundation

/// A file with an oddity of people's photos, from `Tests/Cases`.
func caseFile(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Cases/\(name)")
}

/// Returns the colors in the middle of the four quarters of packed RGBA pixels, from the upper left to the lower right.
func quarters(_ pixels: [UInt8], width: Int, height: Int) -> [[UInt8]] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { column, row in
        let start = 4 * ((height * row / 4) * width + width * column / 4)
        return Array(pixels[start..<start + 3])
    }
}
