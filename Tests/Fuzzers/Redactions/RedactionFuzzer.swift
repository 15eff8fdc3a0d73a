import FilmgateJobs
import FilmgateModel
import FilmgateRendering
import FilmgateSystem

// Redacts whatever bytes there are, as the worker does with an original, and looks at the result as a second worker
// does.
//
//     make -C Tests/Fuzzers redactions              builds and runs it, for SECONDS=60 or for RUNS=1000000
//     swift run fuzz-redactions FILE...             runs it once for each file, under a debugger for example
//
// An input is a file. Its length says what is removed, so that any file can be a seed.

@_cdecl("LLVMFuzzerTestOneInput")
public func redactOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let file = try? prepared.get() else { fatalError("a memory file") }
    let removal = removals[count % removals.count]
    do {
        try file.resize(to: UInt64(count))
        if count > 0 { try file.write(UnsafeRawBufferPointer(start: start, count: count), at: 0) }
        guard case .redaction(let redaction) = redact(file, removal) else { return 0 }
        precondition(redaction.isPlausible && redaction.fits(UInt64(count)), "changes are within the file")
        precondition(redaction.found.isSubset(of: removal.kinds), "only what is removed was looked for")
        for change in redaction.changes.reversed() { try apply(change, to: file) }
        if case .redaction(let second) = redact(file, removal) {
            let size = try file.facts().size
            precondition(second.isPlausible && second.fits(size), "changes are within the copy")
        }
    } catch { fatalError("a memory file: \(error)") }
    return 0
}

private func apply(_ change: RedactedRange, to file: OwnedDescriptor) throws(Errno) {
    var bytes: [UInt8]
    switch change.content {
    case .bytes(let replacement): bytes = replacement
    case .fill(let byte, let count): bytes = Array(repeating: byte, count: Int(count))
    case .leaveOut(let count): return try leaveOut(count, at: change.offset, of: file)
    }
    var failure: Errno?
    bytes.withUnsafeBytes { content in
        do throws(Errno) { try file.write(content, at: change.offset) } catch { failure = error }
    }
    if let failure { throw failure }
}

private func leaveOut(_ count: UInt64, at offset: UInt64, of file: OwnedDescriptor) throws(Errno) {
    let size = try file.facts().size
    var rest = [UInt8](repeating: 0, count: Int(size - offset - count))
    var failure: Errno?
    rest.withUnsafeMutableBytes { content in
        do throws(Errno) {
            _ = try file.read(into: content, at: offset + count)
            try file.write(UnsafeRawBufferPointer(content), at: offset)
        } catch { failure = error }
    }
    if let failure { throw failure }
    try file.resize(to: size - count)
}

/// Everything, everything but a rounded place, and each kind by itself.
private let removals: [MetadataRemoval] =
    [MetadataRemoval(Set(MetadataKind.allCases)), MetadataRemoval(Set(MetadataKind.allCases), keepsTown: true)]
    + MetadataKind.allCases.map { MetadataRemoval([$0]) }

/// The memory file that all inputs use: making one for each would take longer than most inputs.
private let prepared = Result { () throws(Errno) -> OwnedDescriptor in
    prepareLibraries()
    return try .memory(named: "input")
}

#if !FUZZER
    import FuzzerReplay

    @main
    struct Replay {
        static func main() throws { try replay(redactOne) }
    }
#endif
