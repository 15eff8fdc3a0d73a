import Filmgate
import FilmgateTestKit
import Synchronization
import Testing

@testable import FilmgateLibraryTools

@Suite("Files that an export writes at the same time")
struct ExportJobTests {
    @Test("if the library makes fewer files at a time, the rest is written one by one, and all come")
    func tooMany() async throws {
        let running = Mutex(0)
        let written = try await Self.run(40) { job, _ in
            let count = running.withLock {
                $0 += 1
                return $0
            }
            defer { running.withLock { $0 -= 1 } }
            await Task.yield()
            guard count <= 2 else { throw PhotoLibraryError.limitsExceeded("close some") }
            return ExportJob.Result(size: UInt64(job.index))
        }
        #expect(
            written.mapValues { try? $0.get().size }
                == Dictionary(uniqueKeysWithValues: (0..<40).map { ($0, UInt64($0)) }))
    }

    @Test("a file that stays too much is a failure, as is one that is too large, and the others are written")
    func tooLarge() async throws {
        let tries = Mutex(0)
        let written = try await Self.run(20) { job, _ in
            if job.index == 3 {
                tries.withLock { $0 += 1 }
                throw PhotoLibraryError.limitsExceeded("close some")
            }
            if job.index == 5 { throw PhotoLibraryError.tooLarge("too large") }
            return ExportJob.Result(size: 1)
        }
        #expect(written.count == 20)
        let failed = written.filter { if case .failure = $0.value { true } else { false } }
        #expect(failed.keys.sorted() == [3, 5])
        #expect(tries.withLock { $0 } >= ExportJob.mostTries)
    }

    @Test("an interruption ends those that are under way, begins no further one, and keeps what was written")
    func interrupted() async throws {
        let isWanted = Atomic(true)
        let begun = Mutex(0)
        let written = try await Self.run(1000, while: { isWanted.load(ordering: .relaxed) }) { job, _ in
            begun.withLock { $0 += 1 }
            guard job.index < 4 else {
                isWanted.store(false, ordering: .relaxed)
                // Ends only because it is cancelled.
                while true { try await Task.sleep(for: .seconds(3600)) }
            }
            return ExportJob.Result(size: 1)
        }
        #expect(written.keys.sorted() == [0, 1, 2, 3])
        #expect(begun.withLock { $0 } <= 4 + ExportTreeFolder.width)
    }

    private static func run(
        _ count: Int, while shouldContinue: @escaping @Sendable () -> Bool = { true },
        _ write: @escaping @Sendable (ExportJob, Int) async throws -> ExportJob.Result
    ) async throws -> [Int: Result<ExportJob.Result, PhotoLibraryError>] {
        var written: [Int: Result<ExportJob.Result, PhotoLibraryError>] = [:]
        let jobs = (0..<count).map {
            let file = ExportTreeFile(name: "\($0)", size: nil, date: nil)
            return ExportJob(
                asset: 0, index: $0, content: ExportedContent(source: .text([]), file: file), hashes: false)
        }
        try await ExportJob.run(jobs, by: write, while: shouldContinue, interval: .zero) { job, result in
            #expect(written[job.index] == nil)
            written[job.index] = result
        }
        return written
    }
}
