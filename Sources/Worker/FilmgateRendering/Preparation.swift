import CFilmgateAV
import CFilmgateExiv2
import CFilmgateHEIF
import CFilmgateRaw
import CFilmgateTIFF
import CFilmgateVips
import FilmgateChannel
import FilmgateJobs
import FilmgateModel
import Glibc

/// Makes all libraries load the files that they need, because files cannot be opened in the sandbox.
public func prepareLibraries() {
    // A camera's clock is read as UTC, so no time zone file is needed.
    setenv("TZ", "UTC0", 1)
    tzset()
    XMPPacket.prepare()
    ExifTextDecoder.prepare()
    fg_exiv2_prepare()
    TIFFSetErrorHandler(nil)
    TIFFSetWarningHandler(nil)
    _ = heif_init(nil)
    av_log_set_level(AV_LOG_QUIET)
    fg_raw_prepare()
    _ = fg_vips_prepare()
    // Encodes and decodes an answer, because the coders create some tables at their first use.
    let facts = MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: 1, pixelHeight: 1)
    _ = JobAnswer(untrusted: JobAnswer.facts(facts).encoded)
}
