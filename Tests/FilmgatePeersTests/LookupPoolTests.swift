import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Synchronization
import Testing

@testable import FilmgatePeers
@testable import FilmgateProcess

@Suite("Look-ups that wait for files")
struct LookupPoolTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop.onOwnThread(named: "hall") }

    /// Files of user 1 hang until they are let go; those of all others never do.
    private final class Files: Sendable {
        let gate = DispatchSemaphore(value: 0)
        let hanging = Mutex(0)

        var lookup: Lookup {
            Lookup.fake { pid throws(Errno) in
                if pid == 1 {
                    self.hanging.withLock { $0 += 1 }
                    self.gate.wait()
                }
                return FakeProcess(pid: pid, userResult: .success(UInt32(pid)))
            }
        }
    }

    private static func credentials(_ user: UInt32) -> ConnectionCredentials {
        ConnectionCredentials(user: user, pid: user)
    }

    @Test("one user's files that hang delay that user's look-ups alone")
    func others() async {
        let files = Files()
        let pool = LookupPool(files.lookup, timeLimit: .seconds(600), on: loop)
        let stuck = Task { await pool.find(Self.credentials(1), .startedBy(.now)) }
        while files.hanging.withLock({ $0 }) == 0 { await Task.yield() }
        for user in 2..<200 as Range<UInt32> {
            guard case .success(let found) = await pool.find(Self.credentials(user), .startedBy(.now)) else {
                Issue.record("user \(user) was not found")
                return
            }
            #expect(found.user == user)
        }
        #expect(await Set(pool.users.keys) == [1])
        files.gate.signal()
        guard case .success = await stuck.value else { return #expect(Bool(false)) }
        #expect(await pool.users.isEmpty)
        loop.stop()
    }

    @Test("a user with four queues that hang gets no fifth, until one returns")
    func four() async {
        let files = Files()
        let pool = LookupPool(files.lookup, timeLimit: .milliseconds(20), on: loop)
        for _ in 0..<20 {
            #expect(await pool.find(Self.credentials(1), .startedBy(.now)).error == .tookTooLong)
        }
        #expect(files.hanging.withLock { $0 } <= LookupPool.mostHung)
        for _ in 0..<LookupPool.mostHung { files.gate.signal() }
        while await !pool.users.isEmpty { await Task.yield() }
        files.gate.signal()
        // On a busy machine twenty milliseconds may be short for one.
        for _ in 0..<50 {
            if case .success = await pool.find(Self.credentials(1), .startedBy(.now)) { break }
            files.gate.signal()
        }
        loop.stop()
    }
}

extension Result where Success == ProcessIdentity, Failure == IdentificationError {
    var error: IdentificationError? { if case .failure(let error) = self { error } else { nil } }
}
