import FilmgateDBus
import FilmgateProcess
import FilmgateSystem
import Foundation
import Glibc
import Testing

@testable import FilmgatePeers

@Suite("The record of connections")
struct ConnectionRecordFileTests {
    private let temporaryFolder: TemporaryFolder

    init() throws { temporaryFolder = try TemporaryFolder() }

    private static func key(_ pid: UInt32) -> ProcessKey {
        ProcessKey(pid: pid, start: BootTicks(rawValue: 7 * UInt64(pid)))
    }
    private static func name(_ number: Int) -> BusName { BusName(":1.\(number)")! }

    @Test("what one broker writes the next one knows, on the same bus alone")
    func kept() async throws {
        let (record, earlier) = ConnectionRecordFile.open(in: try temporaryFolder.folder(), bus: "one")
        #expect(earlier.isEmpty)
        await record.add(":1.5", Self.key(5))
        await record.add(":1.6", Self.key(6))
        #expect(try known(on: "one") == [":1.5": Self.key(5), ":1.6": Self.key(6)])
        #expect(try known(on: "on").isEmpty)
        #expect(try known(on: "one").isEmpty)
    }

    @Test("a line that was not written whole costs itself alone, and the next is not joined to it")
    func torn() async throws {
        var (record, _) = ConnectionRecordFile.open(in: try temporaryFolder.folder(), bus: "one")
        await record.add(":1.5", Self.key(5))
        await record.add(":1.6", Self.key(61))
        let whole = try temporaryFolder.text(of: "connections")
        for length in 0..<whole.utf8.count {
            try temporaryFolder.rewrite("connections", as: String(whole.prefix(length)))
            #expect(try known(on: "one").allSatisfy { $0.key == ":1.5" && $0.value == Self.key(5) })
        }
        try temporaryFolder.rewrite("connections", as: String(whole.dropLast()))
        (record, _) = ConnectionRecordFile.open(in: try temporaryFolder.folder(), bus: "one")
        await record.add(":1.7", Self.key(7))
        #expect(try known(on: "one") == [":1.5": Self.key(5), ":1.7": Self.key(7)])
    }

    @Test(
        "lines of another form say nothing",
        arguments: [
            ":1.5", ":1.5 1", ":1.5 1 2 3", ":1.5 x 2", ":1.5 1 -2", "org.example.App 1 2", " :1.5 1 2", ":1.5  1 2",
        ])
    func malformed(line: String) throws {
        _ = ConnectionRecordFile.open(in: try temporaryFolder.folder(), bus: "one")
        let heading = try temporaryFolder.text(of: "connections")
        try temporaryFolder.rewrite("connections", as: "\(heading)\(line)\n:1.9 1 2\n")
        #expect(try known(on: "one").map(\.key) == [":1.9"])
    }

    @Test("a file that others may read or write, or that is none, is not believed and does not stop the broker")
    func notOurs() async throws {
        let (record, _) = ConnectionRecordFile.open(in: try temporaryFolder.folder(), bus: "one")
        await record.add(":1.5", Self.key(5))
        let path = temporaryFolder.url.appending(path: "connections").path
        for permissions: mode_t in [0o620, 0o602, 0o644] {
            chmod(path, permissions)
            #expect(try known(on: "one").isEmpty)
        }
        rename(path, path + ".true")
        symlink("connections.true", path)
        #expect(try known(on: "one").isEmpty)
        unlink(path)
        mkdir(path, 0o700)
        let (none, _) = ConnectionRecordFile.open(in: try temporaryFolder.folder(), bus: "one")
        await none.add(":1.5", Self.key(5))
    }

    @Test("many that come and go leave a small file, which still holds all that stay")
    func bounded() async throws {
        let (record, _) = ConnectionRecordFile.open(in: try temporaryFolder.folder(), bus: "one")
        var current: [BusName: ProcessKey] = [:]
        for number in 0..<20_000 {
            let (name, key) = (Self.name(number), Self.key(UInt32(number)))
            current[name] = key
            if number % 100 != 0 {
                current[Self.name(number - 1)] = number % 100 == 1 ? current[Self.name(number - 1)] : nil
            }
            await record.add(name, key)
            if current[Self.name(number - 1)] == nil { await record.remove(Self.name(number - 1)) }
        }
        let lines = try temporaryFolder.text(of: "connections").split(separator: "\n").count
        #expect(lines <= 4 * current.count + 1024)
        let known = try known(on: "one")
        #expect(current.allSatisfy { known[$0.key] == $0.value })
    }

    private func known(on bus: String) throws -> [BusName: ProcessKey] {
        ConnectionRecordFile.open(in: try temporaryFolder.folder(), bus: bus).earlier
    }
}
