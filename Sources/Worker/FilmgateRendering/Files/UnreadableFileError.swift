/// The reason why a file is refused, as a sentence for a person.
package enum UnreadableFileError: Error, Equatable {
    case invalid(String)
    case enormous(String)

    package static func truncated(_ what: String) -> UnreadableFileError {
        .invalid("The \(what) ends before its content does.")
    }

    package static func broken(_ what: String, _ detail: String) -> UnreadableFileError {
        .invalid("The \(what) is damaged: \(detail.hasSuffix(".") ? detail : detail + ".")")
    }
}

/// If the first way to read a file failed with `invalid`, calls `attempt` to read the file in a second way. Throws the
/// first failure if `attempt` fails, too, or was not called.
func secondAttempt<Result>(
    after failure: UnreadableFileError, _ attempt: () throws(UnreadableFileError) -> Result
) throws(UnreadableFileError) -> Result {
    // The first failure describes the problem of the file best.
    guard case .invalid = failure, let result = try? attempt() else { throw failure }
    return result
}

/// The limits on a picture's size. A larger picture would not fit into a worker's memory.
enum PictureSizeLimits {
    static let pixelLimit: UInt64 = 500_000_000
    static let sideLimit: UInt32 = 1_000_000

    /// Checks the size of a picture.
    ///
    /// - Throws: if a side is zero or too long, or if there are too many pixels.
    static func check(_ width: UInt32, _ height: UInt32, of what: String) throws(UnreadableFileError) {
        guard width > 0, height > 0 else { throw .invalid("The \(what) has no pixels.") }
        guard width <= sideLimit, height <= sideLimit, UInt64(width) * UInt64(height) <= pixelLimit else {
            throw .enormous(
                "The \(what) claims \(width) x \(height) pixels; at most \(pixelLimit / 1_000_000) megapixels are read."
            )
        }
    }
}
