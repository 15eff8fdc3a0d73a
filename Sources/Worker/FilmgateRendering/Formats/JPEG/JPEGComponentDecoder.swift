import CFilmgateAV

/// Decodes JPEGs of any coding process with libavcodec, without converting their colors.
enum JPEGComponentDecoder {
    /// Writes the samples of each pixel, in 8 bits. Returns false if the JPEG is damaged, has too few or subsampled
    /// components, or has a different width or too few rows.
    static func decode(
        _ jpeg: [UInt8], width: Int, height: Int, count: Int, into buffer: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard let context = FFmpegOwner<AVCodecContext>(avcodec_find_decoder(AV_CODEC_ID_MJPEG)),
            let packet = FFmpegOwner<AVPacket>(), let frame = FFmpegOwner<AVFrame>(),
            let size = Int32(exactly: jpeg.count), av_new_packet(packet.raw, size) == 0
        else { return false }
        defer { withExtendedLifetime((context, packet, frame)) {} }
        UnsafeMutableRawBufferPointer(start: packet.raw.pointee.data, count: jpeg.count).copyBytes(from: jpeg)
        context.raw.pointee.thread_count = 1
        context.raw.pointee.max_pixels = Int64(VideoDecoder.pixelLimit)
        guard avcodec_open2(context.raw, nil, nil) >= 0, avcodec_send_packet(context.raw, packet.raw) >= 0,
            avcodec_receive_frame(context.raw, frame.raw) >= 0
        else { return false }
        let bits = Int(context.raw.pointee.bits_per_raw_sample)
        return write(frame.raw.pointee, bits: bits, width: width, height: height, count: count, into: buffer)
    }

    /// - Parameter bits: the bits of a sample in the JPEG.
    private static func write(
        _ frame: AVFrame, bits: Int, width: Int, height: Int, count: Int, into buffer: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard let format = av_pix_fmt_desc_get(AVPixelFormat(rawValue: frame.format))?.pointee,
            format.log2_chroma_w == 0, format.log2_chroma_h == 0, count <= Int(format.nb_components),
            frame.width == width, frame.height >= height, width * height * count <= buffer.count
        else { return false }
        let components = [format.comp.0, format.comp.1, format.comp.2, format.comp.3]
        let planes = [frame.data.0, frame.data.1, frame.data.2, frame.data.3]
        let strides = [frame.linesize.0, frame.linesize.1, frame.linesize.2, frame.linesize.3]
        for (index, component) in components.prefix(count).enumerated() {
            let plane = Int(component.plane)
            guard let start = planes[plane] else { return false }
            let depth = Int(component.depth)
            // The decoder scales the samples of lossless gray JPEGs to the depth of the format, but not those of
            // lossless RGB JPEGs.
            let isUnscaled = format.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
            // The decoder cuts off the ninth bit.
            guard !isUnscaled || bits <= depth else { return false }
            let used = isUnscaled && bits > 8 ? bits : depth
            let shift = Int(component.shift) + used - 8
            for row in 0..<height {
                let line = start + row * Int(strides[plane]) + Int(component.offset)
                for column in 0..<width {
                    let sample = line + column * Int(component.step)
                    let word = depth > 8 ? Int(sample[1]) << 8 | Int(sample[0]) : Int(sample[0])
                    buffer[(row * width + column) * count + index] = UInt8(truncatingIfNeeded: word >> shift)
                }
            }
        }
        return true
    }
}
