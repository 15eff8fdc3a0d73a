import Dispatch
import FilmgateSystem
import Foundation
import Testing

@Suite("Closing files aside")
struct DescriptorCloserTests {
    @Test("work that comes piece after piece needs a few threads, not one for each piece")
    func threads() async {
        var threads: Set<String?> = []
        for _ in 0..<200 {
            threads.insert(
                await withCheckedContinuation { continuation in
                    DescriptorCloser.run {
                        let thread = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
                        continuation.resume(returning: thread)
                    }
                })
        }
        #expect(!threads.contains(nil) && threads.count < 100, "\(threads.count)")
    }

    @Test("nothing waits behind work that hangs, and no piece is lost")
    func hanging() async {
        let release = DispatchSemaphore(value: 0)
        for _ in 0..<8 { DescriptorCloser.run { release.wait() } }
        for _ in 0..<100 {
            await withCheckedContinuation { continuation in DescriptorCloser.run { continuation.resume() } }
        }
        for _ in 0..<8 { release.signal() }
    }
}
