import CFilmgateAV
import FilmgateRendering
import Glibc

/// Removes the NAL units of H.264 and HEVC that decoders do not need, such as SEI. Encoders and cameras
/// write text, times and locations into such units.
final class NALUnitFilter {
    private var context: UnsafeMutablePointer<AVBSFContext>?

    /// Creates the filter, and changes the parameters to those of the filtered track.
    ///
    /// - Returns: nil if the format is not H.264 or HEVC.
    init?(_ parameters: UnsafeMutablePointer<AVCodecParameters>, timeBase: AVRational) throws(UnreadableFileError) {
        let types: String
        switch parameters.pointee.codec_id {
        case AV_CODEC_ID_H264: types = "0|6|14-18|20-31"
        case AV_CODEC_ID_HEVC: types = "39-63"
        default: return nil
        }
        guard av_bsf_list_parse_str("filter_units=remove_types=\(types)", &context) >= 0, let context,
            avcodec_parameters_copy(context.pointee.par_in, parameters) >= 0
        else { throw .enormous("The video needs more memory than it gets.") }
        context.pointee.time_base_in = timeBase
        let tag = parameters.pointee.codec_tag
        guard av_bsf_init(context) >= 0, avcodec_parameters_copy(parameters, context.pointee.par_out) >= 0 else {
            throw .broken("video", "its pictures cannot be told apart.")
        }
        parameters.pointee.codec_tag = tag
    }

    deinit { av_bsf_free(&context) }

    /// Filters a packet, and calls `pass` with the packet if anything remains.
    func filter(
        _ packet: UnsafeMutablePointer<AVPacket>,
        _ pass: (UnsafeMutablePointer<AVPacket>) throws(UnreadableFileError) -> Void
    ) throws(UnreadableFileError) {
        let track = packet.pointee.stream_index
        guard av_bsf_send_packet(context, packet) >= 0 else { throw NALUnitFilter.damaged }
        while true {
            let code = av_bsf_receive_packet(context, packet)
            if code == -EAGAIN || code == fg_av_eof { return }
            guard code >= 0 else { throw NALUnitFilter.damaged }
            packet.pointee.stream_index = track
            try pass(packet)
        }
    }

    private static var damaged: UnreadableFileError { .broken("video", "a picture has no end.") }
}
