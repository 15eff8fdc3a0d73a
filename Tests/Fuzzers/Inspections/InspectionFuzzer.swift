import FilmgateChannel
import FilmgateJobs
import FilmgateModel

// Feeds the reader of workers' answers with whatever bytes there are.
//
//     make -C Tests/Fuzzers inspections             builds and runs it, for SECONDS=60
//     swift run fuzz-inspections                    tells that it reads what it should

@_cdecl("LLVMFuzzerTestOneInput")
public func readOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let inspection = JobAnswer(untrusted: bytes) else { return 0 }
    if case .facts(let facts) = inspection {
        precondition(facts.isPlausible, "nothing beyond the contract gets through")
    }
    if case .metadata(let metadata) = inspection {
        precondition(metadata.isPlausible, "nothing beyond the limits gets through")
    }
    precondition(JobAnswer(untrusted: inspection.encoded) == inspection, "what is read can be written")
    return 0
}

#if !FUZZER
    @main
    struct Replay {
        static func main() { print(JobAnswer(untrusted: JobAnswer.tooLarge("It is too wide.").encoded) as Any) }
    }
#endif
