import FilmgateJobs
import FilmgateModel
import FilmgateRendering
import FilmgateSystem

// Puts XMP, metadata and an orientation into whatever bytes there are, as the worker does, and reads the result as a
// second worker does.
//
//     make -C Tests/Fuzzers embeddings              builds and runs it, for SECONDS=60 or for RUNS=1000000
//     swift run fuzz-embeddings FILE...             runs it once for each file, under a debugger for example
//
// An input is a file. Its length says what is put in, so that any file can be a seed.

@_cdecl("LLVMFuzzerTestOneInput")
public func embedOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let (file, output) = try? prepared.get() else { fatalError("a memory file") }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do {
        try fill(file, with: bytes)
        let isPacket = count.isMultiple(of: 4)
        let before = isPacket ? try pixels(of: file, output) : nil
        let answer =
            isPacket
            ? embed(packet, in: file) : describe(file, as: descriptions[count % descriptions.count])
        guard case .embedding(let embedding) = answer else { return 0 }
        precondition(embedding.isPlausible && embedding.fits(UInt64(count)), "what is left out is within the file")
        let copy = applied(embedding, to: bytes)
        precondition(UInt64(copy.count) == embedding.size(of: UInt64(count)), "the copy has the size that was told")
        try fill(file, with: copy)
        guard case .facts(let facts) = inspect(file, takesDamaged: false) else { return 0 }
        precondition(facts.isPlausible, "nothing beyond the contract gets through")
        if isPacket {
            if case .metadata(let reported) = metadata(of: file), reported.tags.count < FileMetadata.mostTags / 2 {
                precondition(reported.names.contains("dc:title"), "what was put in can be read")
            }
            if let before {
                let after = try pixels(of: file, output)
                precondition(after == before, "the picture stays as it is")
            }
        }
    } catch { fatalError("a memory file: \(error)") }
    return 0
}

/// Those of a small image of the file; nil if it has none.
private func pixels(of file: OwnedDescriptor, _ output: OwnedDescriptor) throws(Errno) -> [UInt8]? {
    var specification = ImageSpecification.fitting(24, 24)
    specification.format = .pixels
    guard case .image(let image) = render(file, as: specification, into: output) else { return nil }
    return try output.bytes(at: 0, count: Int(image.size))
}

private func fill(_ file: OwnedDescriptor, with bytes: [UInt8]) throws(Errno) {
    try file.resize(to: UInt64(bytes.count))
    guard !bytes.isEmpty else { return }
    var failure: Errno?
    bytes.withUnsafeBytes { content in
        do throws(Errno) { try file.write(content, at: 0) } catch { failure = error }
    }
    if let failure { throw failure }
}

private func applied(_ embedding: EmbeddingPlan, to bytes: [UInt8]) -> [UInt8] {
    var (copy, end) = ([UInt8](), 0)
    for splice in embedding.splices {
        copy += bytes[end..<Int(splice.offset)] + splice.bytes
        end = Int(splice.offset + splice.removed)
    }
    return copy + bytes[end...]
}

private let packet = Array(
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>
    <rdf:li xml:lang="x-default">A title</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
    """.utf8)

/// Metadata for Exif and XMP, and each turn.
private let descriptions: [NewFileMetadata] = {
    let tags = [
        FileMetadata.Tag("dc:title", "A title"), FileMetadata.Tag("dc:subject", "one"),
        FileMetadata.Tag("tiff:Model", "Camera"),
        FileMetadata.Tag("exif:DateTimeOriginal", "2024-05-01T12:00:00+02:00"),
        FileMetadata.Tag("exif:GPSLatitude", "47,29.874N"), FileMetadata.Tag("exif:UserComment", "Ä"),
        FileMetadata.Tag("xmpMM:History[1]/stEvt:action", "saved"),
    ]
    return [NewFileMetadata(FileMetadata(tags))] + (1...8).map { NewFileMetadata(orientation: $0) }
        + [NewFileMetadata(FileMetadata(tags), orientation: 6)]
}()

/// The memory files that all inputs use: making them for each would take longer than most inputs.
private let prepared = Result { () throws(Errno) -> (OwnedDescriptor, OwnedDescriptor) in
    prepareLibraries()
    let output = try OwnedDescriptor.memory(named: "output")
    try output.resize(to: 1 << 20)
    return (try .memory(named: "input"), output)
}

#if !FUZZER
    import FuzzerReplay

    @main
    struct Replay {
        static func main() throws { try replay(embedOne) }
    }
#endif
