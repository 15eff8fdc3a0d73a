package import CFilmgateAV

/// An object that owns an FFmpeg frame, packet or codec context, and frees it.
package final class FFmpegOwner<Pointee> {
    package let raw: UnsafeMutablePointer<Pointee>
    private let free: (UnsafeMutablePointer<UnsafeMutablePointer<Pointee>?>?) -> Void

    /// Returns nil if there is not enough memory.
    private init?(
        _ raw: UnsafeMutablePointer<Pointee>?,
        _ free: @escaping (UnsafeMutablePointer<UnsafeMutablePointer<Pointee>?>?) -> Void
    ) {
        guard let raw else { return nil }
        (self.raw, self.free) = (raw, free)
    }

    deinit {
        var raw: UnsafeMutablePointer<Pointee>? = raw
        free(&raw)
    }
}

extension FFmpegOwner<AVFrame> {
    package convenience init?() { self.init(av_frame_alloc(), av_frame_free) }
}

extension FFmpegOwner<AVPacket> {
    package convenience init?() { self.init(av_packet_alloc(), av_packet_free) }
}

extension FFmpegOwner<AVCodecContext> {
    package convenience init?(_ codec: UnsafePointer<AVCodec>?) {
        self.init(avcodec_alloc_context3(codec), avcodec_free_context)
    }
}
