import FilmgateModel
import FilmgateSystem
import Foundation
import Glibc
import Testing

@testable import FilmgatePeers

@Suite("The marks of a Flatpak")
struct FlatpakIdentifierTests {
    private static let name = ".flatpak-info"
    private let root: TemporaryFolder

    init() throws { root = try TemporaryFolder() }

    @Test("a file that names the app makes it that app")
    func named() throws {
        try root.write("[Application]\nname=org.example.App\n", to: Self.name)
        #expect(identity() == .client(ClientID(.flatpak, "org.example.App")!))
    }

    @Test("a root folder without the file is not a Flatpak's")
    func missing() { #expect(identity() == .notApplicable) }

    @Test("contents that name no app are an error", arguments: ["", "\u{0}", "[Application]\n", "x"])
    func contents(text: String) throws {
        try root.write(text, to: Self.name)
        #expect(identity() == Self.malformed)
    }

    @Test("64 KiB are read, and not one byte more")
    func size() throws {
        let start = "[Application]\nname=org.example.App\n#"
        let rest = FlatpakInfo.sizeLimit - start.utf8.count
        try root.write(start + String(repeating: "x", count: rest), to: Self.name)
        #expect(identity() == .client(ClientID(.flatpak, "org.example.App")!))
        try root.write(start + String(repeating: "x", count: rest + 1), to: Self.name)
        #expect(identity() == Self.malformed)
    }

    @Test("a file of 1 TiB of nothing costs no more than a small one")
    func huge() throws {
        try root.write("", to: Self.name)
        try #require(truncate(path, 1 << 40) == 0)
        #expect(identity() == Self.malformed)
    }

    @Test("a file of another user's is an error")
    func owner() throws {
        try root.write("[Application]\nname=org.example.App\n", to: Self.name)
        #expect(identity(of: geteuid() + 1) == Self.malformed)
    }

    @Test("a link is an error, also to a true file and to none")
    func link() throws {
        try root.write("[Application]\nname=org.example.App\n", to: "true")
        symlink("true", path)
        #expect(identity() == Self.malformed)
        unlink(path)
        symlink("missing", path)
        #expect(identity() == Self.malformed)
    }

    @Test("a FIFO is an error, and is not opened")
    func fifo() throws {
        try #require(mkfifo(path, 0o600) == 0)
        let openings = try Openings(of: path)
        #expect(identity() == Self.malformed)
        #expect(openings.count() == 0)
        // It would have been seen.
        close(open(path, O_RDONLY | O_NONBLOCK))
        #expect(openings.count() == 1)
    }

    @Test("a folder is an error")
    func folder() throws {
        try #require(mkdir(path, 0o700) == 0)
        #expect(identity() == Self.malformed)
    }

    @Test("a socket is an error")
    func socket() throws {
        let listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        // Its own path is too long for a socket's address.
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let folder = try root.folder()
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: folder.path(of: Self.name).utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) }
        }
        try #require(bound == 0)
        #expect(identity() == Self.malformed)
    }

    @Test("a file that may not be read is an error")
    func unreadable() throws {
        try root.write("[Application]\nname=org.example.App\n", to: Self.name)
        try #require(chmod(path, 0) == 0 && chmod(root.path, 0o755) == 0)
        #expect(asNobody { identity() } == Self.unreadable(EACCES))
    }

    @Test("a root folder that may not be searched is an error")
    func unsearchable() throws {
        try #require(chmod(root.path, 0) == 0)
        defer { chmod(root.path, 0o700) }
        guard case .failed(.unreadable(_, .accessDenied)) = asNobody({ identity() }) else {
            Issue.record("\(identity())")
            return
        }
    }

    @Test(
        "a root folder that cannot be had is an error, also where the code says that there is none",
        arguments: [EACCES, EPERM, ENOENT, EIO, EMFILE])
    func noRoot(code: Int32) {
        let process = FakeProcess(rootResult: .failure(Errno(rawValue: code)))
        #expect(
            FlatpakIdentityResolver().identify(process, BusCredentials(user: geteuid()))
                == .failed(.unreadable("the root folder", Errno(rawValue: code))))
    }

    @Test("a process that is gone is an error")
    func gone() {
        let process = FakeProcess(rootResult: .failure(.noProcess))
        #expect(FlatpakIdentityResolver().identify(process, BusCredentials(user: geteuid())) == .failed(.ended))
    }

    // MARK: Staging

    private var path: String { root.url.appending(path: Self.name).path }

    private func identity(of user: UInt32 = geteuid()) -> ResolverResult {
        FlatpakIdentityResolver().identify(FakeProcess(rootResult: .success(root.path)), BusCredentials(user: user))
    }

    private static let malformed = ResolverResult.failed(.malformed(name))

    private static func unreadable(_ code: Int32) -> ResolverResult {
        .failed(.unreadable(name, Errno(rawValue: code)))
    }
}

/// Runs a body without root's right to pass over permissions; for others than root nothing changes.
private func asNobody<Result>(_ body: () -> Result) -> Result {
    // Swift's Glibc module lacks it. It changes the calling thread alone.
    typealias SetUser = @convention(c) (uid_t) -> Int32
    let setfsuid = unsafeBitCast(dlsym(nil, "setfsuid"), to: SetUser.self)
    let before = setfsuid(65_534)
    defer { _ = setfsuid(uid_t(before)) }
    return body()
}

/// Counts how often somebody opens a file, by inotify, which Swift's Glibc module lacks.
private struct Openings {
    private let descriptor: Int32
    private static let opened: UInt32 = 0x20

    init(of path: String) throws {
        typealias Start = @convention(c) (Int32) -> Int32
        typealias Watch = @convention(c) (Int32, UnsafePointer<CChar>, UInt32) -> Int32
        descriptor = unsafeBitCast(dlsym(nil, "inotify_init1"), to: Start.self)(O_NONBLOCK)
        let watch = unsafeBitCast(dlsym(nil, "inotify_add_watch"), to: Watch.self)
        try #require(watch(descriptor, path, Self.opened) >= 0)
    }

    func count() -> Int {
        var events = [UInt8](repeating: 0, count: 4096)
        // An event of a file that is watched itself has no name: 16 bytes.
        return max(0, read(descriptor, &events, events.count)) / 16
    }
}
