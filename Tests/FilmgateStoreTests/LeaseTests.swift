import FilmgateModel
import FilmgateSystem
import Foundation
import Glibc
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("A stored file of which a program holds a lease")
struct LeaseTests {
    @Test("is waited for at the same time as the others of a backup")
    func together() async throws {
        let fixture = try await Fixture()
        for index in 0..<3 { try await fixture.add("\(index)") }
        let paths = try fixture.originals()
        let names = paths.map { ($0 as NSString).lastPathComponent }
        let leases = try paths.map(Lease.init)
        async let opened = fixture.library.storedFiles(names)
        try await leases.endWhenAskedFor()
        let files = try await opened
        #expect(Set(files.keys) == Set(names))
    }

    @Test("is waited for at the same time as the others that are verified")
    func verified() async throws {
        let fixture = try await Fixture()
        for index in 0..<3 { try await fixture.add("\(index)") }
        let leases = try fixture.originals().map(Lease.init)
        async let found = fixture.problems()
        try await leases.endWhenAskedFor()
        let problems = try await found
        #expect(problems == [])
    }

    @Test("is not missing to a backup that is restored")
    func restored() async throws {
        let fixture = try await Fixture()
        for index in 0..<3 { try await fixture.add("\(index)") }
        let backup = try await fixture.library.backup()
        let restore = try await fixture.library.restore(
            backup.database, replacing: true, for: Fixture.owner, seeing: .everything, at: .seconds(5))
        // At first they are files of the library in use, then also of the restored one.
        for _ in 0..<2 {
            let leases = try fixture.originals().map(Lease.init)
            async let listed = restore.missing()
            try await leases.endWhenAskedFor()
            let count = try await listed.count
            #expect(count == 0)
        }
        let leases = try fixture.originals().map(Lease.init)
        try await restore.checkComplete()
        #expect(leases.allSatisfy { !$0.isAskedFor })
        try await restore.cancel()
    }

    @Test("is not taken over by a restoration that ended while it was waited for")
    func ended() async throws {
        let fixture = try await Fixture()
        for index in 0..<3 { try await fixture.add("\(index)") }
        let backup = try await fixture.library.backup()
        let restore = try await fixture.library.restore(
            backup.database, replacing: true, for: Fixture.owner, seeing: .everything, at: .seconds(5))
        let leases = try fixture.originals().map(Lease.init)
        let listing = Task { try await restore.missing().count }
        try await leases.awaitQuestions()
        await restore.suspend()
        for lease in leases { lease.end() }
        await #expect(throws: RestoreRefusal.ended) { _ = try await listing.value }
        let taken = try fixture.originals(of: "restore/originals")
        #expect(taken == [])
    }

    @Test("is not removed from a restoration if it cannot be opened")
    func unopened() async throws {
        let fixture = try await Fixture()
        try await fixture.add("one")
        let backup = try await fixture.library.backup()
        let restore = try await fixture.library.restore(
            backup.database, replacing: true, for: Fixture.owner, seeing: .everything, at: .seconds(5))
        let count = try await restore.missing().count
        #expect(count == 0)
        let file = try #require(try fixture.originals(of: "restore/originals").first)
        try FileManager.default.removeItem(atPath: file)
        // Opening it fails, as if there were no descriptors left.
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/dev/null")
        await #expect(throws: Errno.tooManyLinks) { _ = try await restore.missing() }
        let present = try fixture.originals(of: "restore/originals")
        #expect(present == [file])
        try await restore.cancel()
    }

    // MARK: Keeping files open

    @Test("was opened before the last ones that are kept open, of which half are closed if descriptors run short")
    func kept() throws {
        let folder = try Folder()
        let guarding = LeaseGuard(most: 10)
        let names = (0..<12).map { _ in StoredFileName.random() }
        for name in names {
            try folder.directory.makeFile(name.description)
            try guarding.keepOpen(name) { () throws(Errno) in try folder.directory.file(name.description) }
        }
        #expect(try folder.openElsewhere(names) == Array(names[2...]))
        guarding.giveWay()
        #expect(try folder.openElsewhere(names) == Array(names[7...]))
        guarding.forget(names[11])
        #expect(try folder.openElsewhere(names) == Array(names[7...10]))
    }

    @Test("was opened before others that are kept open while few descriptors are left")
    func few() throws {
        let folder = try Folder()
        let guarding = LeaseGuard(most: 10, high: 0)
        let names = (0..<5).map { _ in StoredFileName.random() }
        for name in names {
            try folder.directory.makeFile(name.description)
            try guarding.keepOpen(name) { () throws(Errno) in try folder.directory.file(name.description) }
        }
        #expect(try folder.openElsewhere(names).count <= 2)
    }

    @Test("is not kept open once it has no name, so that the disk has its space")
    func removed() throws {
        let folder = try Folder()
        let guarding = LeaseGuard(most: 10)
        let file = try folder.directory.unnamedFile(permissions: 0o400)
        try guarding.keepOpen(.random()) { () throws(Errno) in try file.reopenedReadOnly() }
        #expect(!file.isOpenElsewhere)
    }
}

/// Ends with this object.
private final class Lease: Sendable {
    private let file: OwnedDescriptor

    // Linux's, which Glibc's module leaves out.
    private static let setting: Int32 = 1024
    private static let getting: Int32 = 1025

    init(_ path: String) throws {
        let folder = try Directory(path: (path as NSString).deletingLastPathComponent)
        let file = try folder.file((path as NSString).lastPathComponent)
        // Finding that out also sees to it that the signal of a lease's end does not kill.
        #expect(!file.isOpenElsewhere)
        try calling { fcntl(file.rawValue, Lease.setting, Int32(F_WRLCK)) }
        self.file = file
    }

    /// Whether somebody waits for its end.
    var isAskedFor: Bool { fcntl(file.rawValue, Lease.getting, 0) != Int32(F_WRLCK) }

    func end() { _ = fcntl(file.rawValue, Lease.setting, Int32(F_UNLCK)) }
}

extension [Lease] {
    /// Ends all once somebody waits for the end of each, which must be sooner than the kernel ends the first.
    fileprivate func endWhenAskedFor() async throws {
        try await awaitQuestions()
        for lease in self { lease.end() }
    }

    /// Waits until somebody waits for the end of each.
    fileprivate func awaitQuestions() async throws {
        for _ in 0..<200 where !allSatisfy(\.isAskedFor) { try await Task.sleep(for: .milliseconds(100)) }
        let areAskedFor = allSatisfy(\.isAskedFor)
        #expect(areAskedFor)
    }
}

/// Removed with this object.
private final class Folder {
    private let path = FileManager.default.temporaryDirectory.appending(path: "filmgate-lease-\(UUID())").path
    let directory: Directory

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        directory = try Directory(path: path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Those of the files that are open.
    func openElsewhere(_ names: [StoredFileName]) throws -> [StoredFileName] {
        try names.filter { try directory.file($0.description).isOpenElsewhere }
    }
}
