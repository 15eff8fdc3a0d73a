import FilmgateModel
import FilmgateStore
import FilmgateSystem
import Foundation
import Synchronization
import Testing

@Suite("Staging")
struct StageTests {
    /// Opens a path like a client.
    static func open(_ path: String, _ flags: Int32) throws -> OwnedDescriptor {
        OwnedDescriptor(owning: try calling { Glibc.open(path, flags | O_CLOEXEC, 0o600) })
    }

    @Test("copies a file from its start, without using or changing the position")
    func position() async throws {
        let fixture = try await Fixture()
        let path = fixture.path + "/source"
        try Data("0123456789".utf8).write(to: URL(filePath: path))
        let source = try Self.open(path, O_RDONLY)
        lseek(source.rawValue, 4, SEEK_SET)
        let staged = try await fixture.library.stage(source, for: Fixture.app)
        #expect(try staged.descriptor.contents(upTo: 20) == Array("0123456789".utf8))
        #expect(lseek(source.rawValue, 0, SEEK_CUR) == 4)
        #expect(staged.size == 10)
        #expect(
            staged.hash.description == "sha256:84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882")
    }

    @Test(
        "copies empty, small and large files and memory files completely",
        arguments: [0, 1, 262_143, 262_144, 262_145, 3_000_000])
    func sizes(_ size: Int) async throws {
        let fixture = try await Fixture()
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        let staged = try await fixture.library.stage(try fixture.file(bytes), for: Fixture.app)
        #expect(try staged.descriptor.contents(upTo: size) == bytes)
        #expect(staged.size == UInt64(size))
    }

    @Test("a changed copy takes the place of a staged file, also in what the client may add")
    func changed() async throws {
        let fixture = try await Fixture()
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        let allowance = StagingAllowance(bytes: 300_005, room: 300_005)
        let first = try await fixture.library.stage(try fixture.file(bytes), for: Fixture.app, within: allowance)
        let embedding = EmbeddingPlan([
            FileSplice(offset: 2, removed: 3, bytes: Array("first".utf8)),
            FileSplice(offset: 262_144, bytes: Array("two".utf8)),
        ])
        let change = StagedFileReplacement(of: first, embedding)
        let staged = try await fixture.library.stage(change, for: Fixture.app, within: allowance)
        var expected = bytes
        expected.insert(contentsOf: Array("two".utf8), at: 262_144)
        expected.replaceSubrange(2..<5, with: Array("first".utf8))
        #expect(try staged.descriptor.contents(upTo: 400_000) == expected)
        let whole = try await fixture.library.stage(try fixture.file(expected), for: Fixture.app)
        #expect(staged.size == 300_005 && staged.hash == whole.hash)
        let kept = StagedFileReplacement(of: whole, EmbeddingPlan([FileSplice(offset: 1, removed: 1, bytes: [7])]))
        let same = try await fixture.library.stage(kept, for: Fixture.app)
        #expect(try same.descriptor.contents(upTo: 400_000)?[1] == 7)
        #expect(same.size == 300_005 && same.hash != whole.hash)
        await #expect(throws: StagingRefusal.overAllowance) {
            try await fixture.library.stage(
                StagedFileReplacement(of: staged, EmbeddingPlan([FileSplice(offset: 0, bytes: [1])])), for: Fixture.app,
                within: allowance)
        }
    }

    @Test("copies the holes of a sparse file as zeros")
    func sparse() async throws {
        let fixture = try await Fixture()
        let source = try Self.open(fixture.path + "/sparse", O_RDWR | O_CREAT)
        try "start".withUTF8Bytes { try source.write($0, at: 0) }
        try "end".withUTF8Bytes { try source.write($0, at: 999_997) }
        let staged = try await fixture.library.stage(source, for: Fixture.app)
        let copy = try #require(try staged.descriptor.contents(upTo: 1_000_000))
        #expect(copy == Array("start".utf8) + [UInt8](repeating: 0, count: 999_992) + Array("end".utf8))
    }

    @Test("refuses anything but a regular file at once")
    func notFiles() async throws {
        let fixture = try await Fixture()
        let fifo = fixture.path + "/fifo"
        #expect(mkfifo(fifo, 0o600) == 0)
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let sockets = ends.map { OwnedDescriptor(owning: $0) }
        let sources = [
            try Self.open(fifo, O_RDWR), try Self.open(fixture.path, O_RDONLY), try Self.open("/dev/zero", O_RDONLY),
            sockets[0],
        ]
        for source in sources {
            await #expect(throws: StagingRefusal.notAFile) {
                try await fixture.library.stage(source, for: Fixture.app)
            }
        }
    }

    @Test("refuses a descriptor that was not opened for reading")
    func notReadable() async throws {
        let fixture = try await Fixture()
        let path = fixture.path + "/source"
        try Data("secret".utf8).write(to: URL(filePath: path))
        let pathOnly: Int32 = 0o10000000
        for flags in [O_WRONLY, pathOnly] {
            await #expect(throws: StagingRefusal.notReadable) {
                try await fixture.library.stage(try Self.open(path, flags), for: Fixture.app)
            }
        }
    }

    @Test("refuses a file above the limit before copying, including its holes")
    func tooLarge() async throws {
        let fixture = try await Fixture()
        let source = try Self.open(fixture.path + "/huge", O_RDWR | O_CREAT)
        #expect(ftruncate(source.rawValue, 1 << 42) == 0)
        await #expect(throws: StagingRefusal.tooLarge) {
            try await fixture.library.stage(source, for: Fixture.app)
        }
        await #expect(throws: StagingRefusal.tooLarge) {
            try await fixture.library.stage(
                try fixture.file([1, 2, 3]), for: Fixture.app, limits: StagingLimits(bytes: 2))
        }
    }

    @Test("refuses a large file that begins like no photo or video before copying, if it has to be one")
    func notMedia() async throws {
        let fixture = try await Fixture()
        let source = try Self.open(fixture.path + "/source", O_RDWR | O_CREAT)
        #expect(ftruncate(source.rawValue, 1 << 40) == 0)
        // Copying would take an hour.
        let limits = StagingLimits(bytes: 1 << 41)
        let share = StagingAllowance(bytes: nil)
        for start in [[], Array("%PDF-1.7".utf8), [UInt8](repeating: 0x20, count: 600)] {
            #expect(pwrite(source.rawValue, start, start.count, 0) == start.count)
            await #expect(throws: StagingRefusal.notMedia) {
                try await fixture.library.stage(
                    source, for: Fixture.app, limits: limits, within: share, isMedia: true)
            }
        }
        // A worker decides about small files, and about files that begin like a photo.
        #expect(ftruncate(source.rawValue, 1 << 20) == 0)
        #expect(try await fixture.library.stage(source, for: Fixture.app, isMedia: true).size == 1 << 20)
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        #expect(pwrite(source.rawValue, signature, signature.count, 0) == signature.count)
        #expect(ftruncate(source.rawValue, (16 << 20) + 1) == 0)
        #expect(try await fixture.library.stage(source, for: Fixture.app, isMedia: true).size == (16 << 20) + 1)
    }

    @Test("refuses a file that changes while it is copied", arguments: Disturbance.allCases)
    func changing(_ disturbance: Disturbance) async throws {
        let fixture = try await Fixture()
        let source = try Self.open(fixture.path + "/source", O_RDWR | O_CREAT)
        #expect(ftruncate(source.rawValue, 48 << 20) == 0)
        let disturber = Disturber(of: source, by: disturbance)
        defer { disturber.stop() }
        await #expect(throws: StagingRefusal.changedMeanwhile) {
            try await fixture.library.stage(source, for: Fixture.app)
        }
    }

    @Test("leaves nothing behind if no batch uses the file")
    func abandoned() async throws {
        let fixture = try await Fixture()
        do { _ = try await fixture.stage() }
        #expect(try fixture.originals() == [])
    }

    @Test("makes copies that cannot be written, even by name")
    func readOnly() async throws {
        let fixture = try await Fixture()
        let staged = try await fixture.stage("bytes")
        #expect(throws: Errno.self) { try staged.descriptor.write("x".utf8) }
        #expect(try staged.descriptor.facts().permissions == 0o400)
    }

    @Test("ends if its task is cancelled")
    func cancellation() async throws {
        let fixture = try await Fixture()
        let task = Task { try await fixture.stage() }
        task.cancel()
        let result = await task.result
        if case .failure(let error) = result { #expect(error is CancellationError) }
        _ = try await fixture.stage()
    }
}

extension String {
    fileprivate func withUTF8Bytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try Array(utf8).withUnsafeBytes(body)
    }
}

/// A change of a file while it is copied.
enum Disturbance: CaseIterable, Sendable {
    case growing, shrinking, rewriting
}

/// Changes a file repeatedly, on a thread of its own, until it is stopped.
final class Disturber: Sendable {
    private let isStopped = Mutex(false)

    init(of file: OwnedDescriptor, by disturbance: Disturbance) {
        let began = DispatchSemaphore(value: 0)
        Thread { [self] in
            var size = off_t(48 << 20)
            while !isStopped.withLock({ $0 }) {
                switch disturbance {
                case .growing:
                    size += 1
                    ftruncate(file.rawValue, size)
                case .shrinking:
                    size -= 1
                    ftruncate(file.rawValue, size)
                case .rewriting:
                    pwrite(file.rawValue, "x", 1, 0)
                }
                began.signal()
            }
        }.start()
        began.wait()
    }

    func stop() { isStopped.withLock { $0 = true } }
}
