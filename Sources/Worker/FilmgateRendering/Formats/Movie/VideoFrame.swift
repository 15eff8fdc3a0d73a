package import CFilmgateAV

/// A decoded frame of a video, in the stored size and pixel format.
package final class VideoFrame {
    private let owner: FFmpegOwner<AVFrame>
    private var raw: UnsafeMutablePointer<AVFrame> { owner.raw }

    /// Moves the content of a decoder's frame into this frame. Returns nil if there is not enough memory.
    init?(taking frame: UnsafeMutablePointer<AVFrame>) {
        guard let owner = FFmpegOwner<AVFrame>() else { return nil }
        av_frame_move_ref(owner.raw, frame)
        self.owner = owner
    }

    /// Whether the decoder concealed errors in the frame.
    var isDamaged: Bool { raw.pointee.decode_error_flags != 0 || raw.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 }

    /// The stored size in pixels.
    var size: (width: UInt32, height: UInt32) {
        (UInt32(clamping: raw.pointee.width), UInt32(clamping: raw.pointee.height))
    }

    /// Whether the two fields of the frame were recorded at different times.
    package var isInterlaced: Bool { raw.pointee.interlaced_frame != 0 }

    /// Calls `body` with FFmpeg's frame.
    package func withRaw<Result, Failure: Error>(
        _ body: (UnsafeMutablePointer<AVFrame>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(raw) }

    /// Returns the mean of the red, green and blue samples, from 0 to 255.
    func brightness() throws(UnreadableFileError) -> Double {
        let small = try scaled(32, 32, to: AV_PIX_FMT_RGB24, bytes: 3)
        let bytes = UnsafeRawBufferPointer(start: small.start, count: small.stride * Int(small.height))
        let sum = bytes.reduce(0) { $0 + Int($1) }
        return Double(sum) / Double(bytes.count)
    }

    /// Converts the frame to RGB, and scales it. Maps HDR to the brightness and colors of BT.709. Treats all other
    /// transfer functions as if they were sRGB.
    func buffer(width: Int32, height: Int32) throws(UnreadableFileError) -> PixelBuffer {
        guard let tones = HDRToneMapper(of: raw) else {
            return try scaled(width, height, to: AV_PIX_FMT_RGB24, bytes: 3)
        }
        return try tones.mapped(try scaled(width, height, to: AV_PIX_FMT_RGB48LE, bytes: 6))
    }

    /// - Parameter bytes: the number of bytes per pixel in the format.
    private func scaled(
        _ width: Int32, _ height: Int32, to format: AVPixelFormat, bytes: Int32
    ) throws(UnreadableFileError) -> PixelBuffer {
        let buffer = try PixelBuffer(width: width, height: height, bands: bytes, of: "video")
        let context = sws_getContext(
            raw.pointee.width, raw.pointee.height, AVPixelFormat(rawValue: raw.pointee.format), width, height,
            format, SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP, nil, nil, nil)
        guard let context else { throw .broken("video", "its pixels are of no kind that is known here.") }
        defer { sws_freeContext(context) }
        let isFull = raw.pointee.color_range == AVCOL_RANGE_JPEG
        sws_setColorspaceDetails(
            context, sws_getCoefficients(matrix), isFull ? 1 : 0, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16,
            1 << 16)
        var rows: [UnsafeMutablePointer<UInt8>?] = [buffer.start.assumingMemoryBound(to: UInt8.self)]
        var stride = Int32(buffer.stride)
        let lines = withUnsafeBytes(of: &raw.pointee.data) { planes in
            sws_scale(
                context, planes.assumingMemoryBound(to: UnsafePointer<UInt8>?.self).baseAddress,
                lineSizes, 0, raw.pointee.height, &rows, &stride)
        }
        guard lines == height else { throw .broken("video", "its pixels cannot be converted.") }
        return buffer
    }

    /// The frame's line sizes, which are valid as long as the frame exists.
    private var lineSizes: UnsafePointer<Int32> {
        UnsafeRawPointer(raw).advanced(by: MemoryLayout<AVFrame>.offset(of: \AVFrame.linesize) ?? 0)
            .assumingMemoryBound(to: Int32.self)
    }

    /// The conversion matrix from YCbCr to RGB. If a video does not specify the matrix, the height determines it, as in
    /// players. HDR videos use the matrix of BT.2100.
    private var matrix: Int32 {
        switch raw.pointee.colorspace {
        case AVCOL_SPC_UNSPECIFIED where raw.pointee.color_trc.isHDR: SWS_CS_BT2020
        case AVCOL_SPC_UNSPECIFIED: raw.pointee.height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601
        case let known: Int32(clamping: known.rawValue)
        }
    }
}
