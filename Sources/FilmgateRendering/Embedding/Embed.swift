public import FilmgateJobs
internal import FilmgateModel
public import FilmgateSystem

/// Finds what must be changed in a copy of a file so that it holds an XMP packet, together with the file's own; a failure is a
/// sentence for a person.
///
/// Exiv2, which can write metadata into these formats, writes all of it anew: it moves segments and changes Exif. So the containers
/// are walked here, and everything but the packet and what counts it stays, byte for byte.
public func embed(_ packet: [UInt8], in descriptor: OwnedDescriptor) -> JobAnswer {
    guard let addition = PacketMerge(packet) else { return .invalidPacket("It is not XMP.") }
    return answer(about: descriptor) { file, format throws(Unreadable) in
        let kind = Unreadable.invalid("XMP is not embedded in files of this kind.")
        var metadata = Metadata()
        let splices: [FileSplice]
        switch format {
        case .jpeg:
            _ = try readJPEG(file, &metadata)
            splices = try JPEGEmbedding.splices(addition, in: file, metadata)
        case .png:
            _ = try readPNG(file, &metadata)
            splices = try PNGEmbedding.splices(addition.merged(with: metadata.blocks.xmp), in: file)
        case .webp:
            _ = try readWebP(file, &metadata)
            splices = try WebPEmbedding.splices(addition.merged(with: metadata.blocks.xmp), in: file)
        case .tiff:
            // Most kinds of RAW have its structure, and pictures in places of their own.
            guard try readTIFF(file, &metadata).mimeType == "image/tiff" else { throw kind }
            splices = try TIFFEmbedding.splices(addition.merged(with: metadata.blocks.xmp), in: file)
        case .heif:
            _ = try readHEIF(file, &metadata)
            splices = try ItemEmbedding.splices([.packet(addition.merged(with: metadata.blocks.xmp))], in: file)
        case .jxl:
            _ = try readJXL(file, &metadata)
            splices = try JXLEmbedding.splices([("xml ", addition.merged(with: metadata.blocks.xmp))], in: file)
        case .movie(let mimeType):
            _ = try readMovie(file, mimeType: mimeType, &metadata)
            splices = try MovieEmbedding.splices(addition.merged(with: metadata.blocks.xmp), in: file)
        case .gif, .raw, .video, .encoded, .bitmap: throw kind
        }
        let embedding = Embedding(splices)
        guard embedding.isPlausible else { throw .invalid("Its XMP would be too long.") }
        return .embedding(embedding)
    }
}
