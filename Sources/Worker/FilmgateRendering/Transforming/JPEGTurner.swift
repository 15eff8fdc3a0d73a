import CFilmgateTurboJPEG
import FilmgateModel
import Glibc

/// Turns and crops JPEGs without decoding them. Only the order of blocks and coefficients and the signs of coefficients
/// change.
enum JPEGTurner {
    /// Returns the new JPEG without metadata; nil if the block size does not allow this, or if the file is damaged.
    ///
    /// If the width or height is not a multiple of the block size, the incomplete blocks at the right or bottom edge
    /// cannot move to the left or top edge.
    /// - Parameters:
    ///   - turn: the Exif orientation with which to turn the stored pixels.
    ///   - crop: the transform whose crop applies to the turned picture.
    static func turned(_ content: UnsafeRawBufferPointer, _ turn: UInt32, crop: ContentTransform) -> ImageBytes? {
        guard let operation = operations[turn], let handle = tjInitTransform() else { return nil }
        defer { tjDestroy(handle) }
        let bytes = content.bindMemory(to: UInt8.self).baseAddress
        var (width, height, sampling, colors) = (0 as Int32, 0 as Int32, 0 as Int32, 0 as Int32)
        guard tjDecompressHeader3(handle, bytes, UInt(content.count), &width, &height, &sampling, &colors) == 0,
            width > 0, height > 0, sampling >= 0
        else { return nil }
        var step = tjtransform()
        step.op = Int32(bitPattern: operation.rawValue)
        step.options = TJXOPT_PERFECT | TJXOPT_COPYNONE
        if crop.crop != .whole {
            let isTurned = turn >= 5
            let part = crop.pixels(
                width: UInt32(isTurned ? height : width), height: UInt32(isTurned ? width : height))
            // A block has at most 32 pixels in each direction.
            guard part.left % 32 == 0, part.top % 32 == 0 else { return nil }
            step.options |= TJXOPT_CROP
            step.r = tjregion(
                x: Int32(part.left), y: Int32(part.top), w: Int32(part.width), h: Int32(part.height))
        }
        var result: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        // The limit on scans prevents small files from taking minutes.
        let code = tjTransform(
            handle, bytes, UInt(content.count), 1, &result, &size, &step, TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING)
        guard code == 0, size > 0, let result else {
            tjFree(result)
            return nil
        }
        defer { tjFree(result) }
        guard let copy = malloc(Int(size)) else { return nil }
        memcpy(copy, result, Int(size))
        return ImageBytes(copy, Int(size))
    }

    /// The operations of TurboJPEG, keyed by Exif orientations.
    private static let operations: [UInt32: TJXOP] = [
        1: TJXOP_NONE, 2: TJXOP_HFLIP, 3: TJXOP_ROT180, 4: TJXOP_VFLIP, 5: TJXOP_TRANSPOSE, 6: TJXOP_ROT90,
        7: TJXOP_TRANSVERSE, 8: TJXOP_ROT270,
    ]
}
