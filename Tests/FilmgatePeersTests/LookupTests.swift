import FilmgateDBus
import FilmgateModel
import FilmgateProcess
import FilmgateSystem
import Glibc
import Testing

@testable import FilmgatePeers

@Suite("A look-up")
struct LookupTests {
    private let credentials = ConnectionCredentials(user: geteuid(), pid: 4242)
    private let seen = ProcessConstraint.startedBy(BootTicks(rawValue: 1000))

    @Test("a process that had started when its name appeared is identified")
    func identified() throws {
        let result = try look(at: FakeProcess(), seen)
        #expect(result.client == ClientID(.exe, "/usr/bin/staged"))
        #expect(result.user == geteuid())
        #expect(result.process == ProcessKey(pid: 4242, start: BootTicks(rawValue: 1000)))
    }

    @Test("a process that started later uses an old number")
    func recycled() {
        #expect(error(FakeProcess(start: BootTicks(rawValue: 1001)), seen) == .differentProcess)
    }

    @Test("a recorded connection is its own process' alone", arguments: [999, 1001, 0, UInt64.max])
    func recorded(start: UInt64) {
        let recorded = ProcessConstraint.exactly(ProcessKey(pid: 4242, start: BootTicks(rawValue: start)))
        #expect(error(FakeProcess(), recorded) == .differentProcess)
        let number = ProcessConstraint.exactly(ProcessKey(pid: 4243, start: BootTicks(rawValue: 1000)))
        #expect(error(FakeProcess(), number) == .differentProcess)
        let same = ProcessConstraint.exactly(ProcessKey(pid: 4242, start: BootTicks(rawValue: 1000)))
        #expect(error(FakeProcess(), same) == nil)
    }

    @Test(
        "what the bus leaves out is never made up",
        arguments: [
            ConnectionCredentials(), ConnectionCredentials(user: 0), ConnectionCredentials(pid: 4242),
            ConnectionCredentials(user: geteuid(), pid: 0),
            ConnectionCredentials(user: geteuid(), pid: .max),
            ConnectionCredentials(user: geteuid(), pid: UInt32(Int32.max) + 1),
        ])
    func unreported(credentials: ConnectionCredentials) {
        let lookup = Lookup.fake { _ in FakeProcess() }
        #expect(throws: IdentificationError.missingCredentials("no user or no process")) {
            try lookup.find(credentials, seen)
        }
    }

    @Test("a process that runs as another user than the bus saw is an error")
    func user() {
        #expect(error(FakeProcess(userResult: .success(geteuid() + 1)), seen) == .differentUser)
    }

    @Test("a process that ended meanwhile is an error, whatever was read")
    func ended() { #expect(error(FakeProcess(hasEnded: true), seen) == .ended) }

    static let codes = [EACCES, EPERM, EIO, EMFILE, ENFILE, ENOENT, EBADMSG].map { Errno(rawValue: $0) }

    @Test("a process that cannot be pinned is an error", arguments: codes)
    func pinning(code: Errno) {
        let lookup = Lookup.fake { _ throws(Errno) in throw code }
        #expect(throws: IdentificationError.unreadable("the process", code)) { try lookup.find(credentials, seen) }
    }

    @Test("every reading that fails is an error of its own", arguments: codes)
    func readings(code: Errno) {
        #expect(error(FakeProcess(userResult: .failure(code)), seen) == .unreadable("the user", code))
        #expect(error(FakeProcess(rootResult: .failure(code)), seen) == .unreadable("the root folder", code))
        #expect(error(FakeProcess(executableResult: .failure(code)), seen) == .unreadable("the executable", code))
        #expect(error(FakeProcess(labelResult: .failure(code)), seen) == .unreadable("the label", code))
        #expect(
            error(FakeProcess(controlGroupResult: .failure(code)), seen) == .unreadable("the control group", code))
    }

    @Test("a process that ends at any reading is an error")
    func gone() {
        let lookup = Lookup.fake { _ throws(Errno) in throw .noProcess }
        #expect(throws: IdentificationError.ended) { try lookup.find(credentials, seen) }
        #expect(error(FakeProcess(userResult: .failure(.noProcess)), seen) == .ended)
        #expect(error(FakeProcess(rootResult: .failure(.noProcess)), seen) == .ended)
        #expect(error(FakeProcess(executableResult: .failure(.noProcess)), seen) == .ended)
        #expect(error(FakeProcess(labelResult: .failure(.noProcess)), seen) == .ended)
        #expect(error(FakeProcess(controlGroupResult: .failure(.noProcess)), seen) == .ended)
    }

    @Test("kinds are tried in turn until one identifies the process or fails")
    func turns() {
        let app = ClientID(.snap, "example")!
        #expect(found([.notApplicable, .client(app), .failed(.ended)]) == .client(app))
        #expect(found([.notApplicable, .failed(.executableGone), .client(app)]) == .failed(.executableGone))
        #expect(found([.notApplicable, .notApplicable]) == .failed(.noIdentifier))
    }

    // MARK: Staging

    private func look(at process: FakeProcess, _ bound: ProcessConstraint) throws(IdentificationError)
        -> ProcessIdentity
    {
        try Lookup.fake { _ in process }.find(credentials, bound)
    }

    private func error(_ process: FakeProcess, _ bound: ProcessConstraint) -> IdentificationError? {
        do {
            _ = try look(at: process, bound)
            return nil
        } catch {
            return error
        }
    }

    private func found(_ identities: [ResolverResult]) -> ResolverResult {
        var lookup = Lookup.fake { _ in FakeProcess() }
        lookup.identifiers = identities.map(FixedIdentifier.init)
        do {
            return .client(try lookup.find(credentials, seen).client)
        } catch {
            return .failed(error)
        }
    }
}

/// Says the same of everybody.
private struct FixedIdentifier: IdentityResolver {
    let identity: ResolverResult
    func identify(_ process: any ObservableProcess, _ attested: BusCredentials) -> ResolverResult { identity }
}

@Suite("A program of the host")
struct HostIdentifierTests {
    @Test(
        "its path names it",
        arguments: ["/usr/bin/app", "/home/ä b/(x)", "/a (deleted)/app", "/usr/bin/xdg-dbus-proxy2"])
    func named(path: String) {
        #expect(HostIdentityResolver.identity(ofProgramAt: path) == .client(ClientID(.exe, path)!))
    }

    @Test(
        "a program whose file is gone is an error",
        arguments: ["/usr/bin/app (deleted)", "/memfd:x (deleted)", " (deleted)"])
    func gone(path: String) { #expect(HostIdentityResolver.identity(ofProgramAt: path) == .failed(.executableGone)) }

    @Test(
        "a path that is none is an error",
        arguments: ["", "app", "(unreachable)/app", "/usr/bin/a\nb", "/usr/bin/\u{1}"])
    func noPath(path: String) {
        #expect(HostIdentityResolver.identity(ofProgramAt: path) == .failed(.malformed("the executable's path")))
    }

    @Test("a proxy is an error, because it does not name its app")
    func proxy() {
        for path in ["/usr/bin/xdg-dbus-proxy", "/opt/xdg-dbus-proxy (deleted)"] {
            let process = FakeProcess(executableResult: .success(.fake(path)))
            #expect(
                HostIdentityResolver().identify(process, BusCredentials(user: geteuid())) == .failed(.unknownSandbox))
        }
    }

    @Test("a program with a root folder of its own is in a sandbox, and its path means nothing")
    func otherRoot() {
        let process = FakeProcess(rootResult: .success("/usr"))
        #expect(HostIdentityResolver().identify(process, BusCredentials(user: geteuid())) == .failed(.unknownSandbox))
    }
}
