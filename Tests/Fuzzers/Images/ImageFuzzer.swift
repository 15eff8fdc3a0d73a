import FilmgateJobs
import FilmgateModel
import FilmgateRendering
import FilmgateSystem

// Makes an image of whatever bytes there are, and reads them as the worker does with the file of a photo.
//
//     make -C Tests/Fuzzers images                  builds and runs it, for SECONDS=60 or for RUNS=1000000
//     swift run fuzz-images FILE...                 runs it once for each file, under a debugger for example
//
// An input is a file. Its length says what is made of it, so that any file can be a seed.

@_cdecl("LLVMFuzzerTestOneInput")
public func makeOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    do {
        guard let files = try Files.prepared.get() else { return 0 }
        try files.hold(UnsafeRawBufferPointer(start: start, count: count))
        let specification = specifications[count % specifications.count]
        let takesDamaged = count.isMultiple(of: 2)
        check(
            render(files.input, as: specification, takesDamaged: takesDamaged, into: files.output), specification)
        switch count / specifications.count % 3 {
        case 0:
            check(
                renderDegraded(files.input, as: specification, showsEmbedded: true, into: files.output), specification)
        case 1:
            if case .facts(let facts) = inspect(files.input, takesDamaged: takesDamaged) {
                precondition(facts.isPlausible, "nothing beyond the contract is told")
            }
        default:
            if case .metadata(let metadata) = metadata(of: files.input) {
                precondition(metadata.isPlausible, "nothing beyond the limits is told")
            }
        }
    } catch { fatalError("a memory file: \(error)") }
    return 0
}

private func check(_ answer: JobAnswer, _ specification: ImageSpecification) {
    guard case .image(let image) = answer else { return }
    precondition(image.size > 0 && image.size <= Files.room, "an image has the room that it was given")
    precondition(image.pixelWidth > 0 && image.pixelHeight > 0, "an image has pixels")
    if specification.resize == .exact {
        precondition(max(image.pixelWidth, image.pixelHeight) <= 64, "an image lies within its box")
    }
}

/// Every format, part, mode and version.
private let specifications: [ImageSpecification] = {
    var square = ImageSpecification.fitting(24, 24)
    (square.mode, square.format) = (.fill, .pixels)
    var part = ImageSpecification.fitting(64, 64)
    part.crop = UnitRectangle(x: 0.25, y: 0.5, width: 0.5, height: 0.25) ?? .whole
    (part.format, part.color) = (.png, .original)
    var fast = ImageSpecification.fitting(16, 16)
    (fast.resize, fast.version) = (.fast, .unadjusted)
    var web = ImageSpecification.fitting(32, 8)
    (web.format, web.maxPixels) = (.webp, 20)
    return [.fitting(64, 64), square, part, fast, web]
}()

/// The memory files that all inputs use: making two for each would take longer than most inputs.
private final class Files: Sendable {
    let input: OwnedDescriptor
    let output: OwnedDescriptor
    static let room: UInt64 = 8 << 20

    private init() throws(Errno) {
        prepareLibraries()
        input = try .memory(named: "input")
        output = try .memory(named: "output")
        try output.resize(to: Files.room)
    }

    static let prepared = Result { () throws(Errno) -> Files? in try Files() }

    func hold(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
        try input.resize(to: UInt64(bytes.count))
        if !bytes.isEmpty { try input.write(bytes, at: 0) }
    }
}

#if !FUZZER
    import FuzzerReplay

    @main
    struct Replay {
        static func main() throws { try replay(makeOne) }
    }
#endif
