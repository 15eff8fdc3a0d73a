import Glibc

/// The video of a motion photo. Cameras append it to a JPEG, or store it in a box of a HEIF file.
package enum EmbeddedVideo {
    /// Finds the first video that begins within a picture's file.
    ///
    /// Cameras record the position of the video in several ways, but all videos begin in the same way.
    /// - Returns: nil if the file contains no video.
    package static func find(in file: InputFile) throws(UnreadableFileError) -> InputFile? {
        for offset in beginnings(in: try file.mapped()) {
            let part = InputFile(within: file, from: offset)
            // If the bytes only look like the beginning of a video, the next offset is tried.
            if let movie = try? Movie(part), movie.video != nil { return part }
        }
        return nil
    }

    /// Returns whether the file is a motion photo in Samsung's format.
    static func isSamsungMotionPhoto(_ file: InputFile) throws(UnreadableFileError) -> Bool {
        guard file.size > 16, file.bytes(at: file.size - 4, count: 4) == Array("SEFT".utf8) else { return false }
        return try file.withContent { content throws(UnreadableFileError) in
            places(of: Array("MotionPhoto_Data".utf8), in: content, from: 8) { _ in true }.isEmpty == false
        }
    }

    /// Returns offsets after 0 at which a video may begin. A video begins with a length of four bytes and a type.
    private static func beginnings(in file: MappedFile) -> [UInt64] {
        defer { withExtendedLifetime(file) {} }
        let content = file.content
        return places(of: Array("ftyp".utf8), in: content, from: 8) { place in
            (16...256).contains(content[place - 4..<place].reduce(0) { $0 << 8 | Int($1) })
        }.map { UInt64($0 - 4) }
    }

    /// Returns at most `mostAttempts` offsets of a byte sequence.
    private static func places(
        of word: [UInt8], in content: UnsafeRawBufferPointer, from start: Int, where isWanted: (Int) -> Bool
    ) -> [Int] {
        guard let base = content.baseAddress, let initial = word.first else { return [] }
        var found: [Int] = []
        var offset = start
        while found.count < mostAttempts, offset < content.count,
            let match = memchr(base + offset, Int32(initial), content.count - offset)
        {
            let place = UnsafeRawPointer(match) - base
            offset = place + 1
            if content[place...].starts(with: word), isWanted(place) { found.append(place) }
        }
        return found
    }

    private static let mostAttempts = 16
}
