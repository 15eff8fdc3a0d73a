import CFilmgateWebP
import Glibc

/// Bytes that a library allocated with `malloc`.
final class ImageBytes {
    let content: UnsafeRawBufferPointer

    /// Takes ownership of bytes.
    ///
    /// - Returns: nil if there are no bytes.
    init?(_ bytes: UnsafeMutableRawPointer?, _ count: Int) {
        guard let bytes else { return nil }
        content = UnsafeRawBufferPointer(start: bytes, count: count)
    }

    deinit { free(UnsafeMutableRawPointer(mutating: content.baseAddress)) }

    /// Returns the JPEG, which must not contain metadata, with a color profile after its header.
    func jpeg(with profile: [UInt8]) -> ImageBytes? {
        if profile.isEmpty { return self }
        defer { withExtendedLifetime(self) {} }
        guard content.count > 6, content.starts(with: [0xFF, 0xD8]) else { return nil }
        let head = content[3] == 0xE0 ? 4 + (Int(content[4]) << 8 | Int(content[5])) : 2
        // A segment holds fewer than 65,536 bytes, including its length, name and number.
        let parts = stride(from: 0, to: profile.count, by: 65_519).map { profile[$0..<min($0 + 65_519, profile.count)] }
        guard head <= content.count, parts.count < 256 else { return nil }
        var segments: [UInt8] = []
        for (index, part) in parts.enumerated() {
            segments += [0xFF, 0xE2] + encoded(part.count + 16, 2) + Array("ICC_PROFILE\0".utf8)
            segments += [UInt8(index + 1), UInt8(parts.count)] + part
        }
        guard let copy = malloc(content.count + segments.count) else { return nil }
        let bytes = UnsafeMutableRawBufferPointer(start: copy, count: content.count + segments.count)
        bytes.copyBytes(from: content[..<head])
        UnsafeMutableRawBufferPointer(rebasing: bytes[head...]).copyBytes(from: segments)
        UnsafeMutableRawBufferPointer(rebasing: bytes[(head + segments.count)...]).copyBytes(from: content[head...])
        return ImageBytes(copy, bytes.count)
    }

    /// Returns the WebP file with a color profile.
    func webP(with profile: [UInt8]) -> ImageBytes? {
        if profile.isEmpty { return self }
        defer { withExtendedLifetime(self) {} }
        var (picture, color, assembled) = (WebPData(), WebPData(), WebPData())
        (picture.bytes, picture.size) = (content.bindMemory(to: UInt8.self).baseAddress, content.count)
        guard let mux = WebPMuxCreate(&picture, 0) else { return nil }
        defer { WebPMuxDelete(mux) }
        let isSet = profile.withUnsafeBufferPointer { buffer in
            (color.bytes, color.size) = (buffer.baseAddress, buffer.count)
            return WebPMuxSetChunk(mux, "ICCP", &color, 1) == WEBP_MUX_OK
        }
        guard isSet, WebPMuxAssemble(mux, &assembled) == WEBP_MUX_OK else { return nil }
        return ImageBytes(UnsafeMutableRawPointer(mutating: assembled.bytes), assembled.size)
    }
}
