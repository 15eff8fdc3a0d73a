import CFilmgateCrypto
import FilmgateSystem
import Foundation
import Glibc
import Synchronization

/// The descriptors of a client of the test's own process: opened for its calls, or received and kept.
final class ClientDescriptors: Sendable {
    private let kept = Mutex<[Int32: OwnedDescriptor]>([:])
    /// The other ends of pipes and sockets, which stay open with the client.
    private let others = Mutex<[OwnedDescriptor]>([])

    /// Opens what an argument describes.
    func open(_ content: BusArgument.Content) throws(ClientFailure) -> OwnedDescriptor {
        do {
            switch content {
            case .file(let path): return try Self.open(path, O_RDONLY)
            case .opened(let path, let mode): return try Self.open(path, Self.flags(mode))
            case .memory(let bytes, true): return try .sealedMemory(named: "content", holding: bytes)
            case .memory(let bytes, false):
                let file = try OwnedDescriptor.memory(named: "content")
                try file.write(bytes)
                lseek(file.rawValue, 0, SEEK_SET)
                return file
            case .pipe:
                var ends: [Int32] = [-1, -1]
                guard pipe(&ends) == 0 else { throw ClientFailure.code(errno) }
                for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
                return onlyFirst(of: ends)
            case .socket:
                var ends: [Int32] = [-1, -1]
                let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
                guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw ClientFailure.code(errno) }
                return onlyFirst(of: ends)
            case .kept(let number): return try held(number)
            case .process, .endedProcess, .thread: throw ClientFailure("there are no processes here")
            }
        } catch let failure as ClientFailure {
            throw failure
        } catch {
            throw ClientFailure("\(error)")
        }
    }

    /// Keeps a descriptor under its number until it is forgotten, and describes it.
    func keep(_ descriptor: OwnedDescriptor) -> [String: Value] {
        kept.withLock { $0[descriptor.rawValue] = descriptor }
        return Self.describe(descriptor)
    }

    func describe(_ number: Int) throws(ClientFailure) -> [String: Value] { Self.describe(try held(number)) }

    func forget(_ number: Int) { kept.withLock { $0[Int32(number)] = nil } }

    private func held(_ number: Int) throws(ClientFailure) -> OwnedDescriptor {
        guard let descriptor = kept.withLock({ $0[Int32(number)] }) else { throw ClientFailure.code(EBADF) }
        return descriptor
    }

    private func onlyFirst(of ends: [Int32]) -> OwnedDescriptor {
        others.withLock { $0.append(OwnedDescriptor(owning: ends[1])) }
        return OwnedDescriptor(owning: ends[0])
    }

    /// A FIFO without a writer would hold the client itself up.
    private static func open(_ path: String, _ flags: Int32) throws(ClientFailure) -> OwnedDescriptor {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw ClientFailure.code(errno) }
        return OwnedDescriptor(owning: descriptor)
    }

    private static func flags(_ mode: String) throws(ClientFailure) -> Int32 {
        switch mode {
        case "r": O_RDONLY
        case "w": O_WRONLY
        case "rw": O_RDWR
        case "path": 0o10000000
        case "folder": O_RDONLY | O_DIRECTORY
        default: throw ClientFailure("there is no mode '\(mode)'")
        }
    }

    // MARK: Describing

    /// What the kernel says of it, and the hash of what can be read through it.
    private static func describe(_ descriptor: OwnedDescriptor) -> [String: Value] {
        var facts = stat()
        fstat(descriptor.rawValue, &facts)
        let flags = fcntl(descriptor.rawValue, F_GETFL)
        let kind = kind(facts.st_mode)
        func nanoseconds(_ time: timespec) -> Value {
            .integer(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
        }
        var described: [String: Value] = [
            "kept": .integer(Int64(descriptor.rawValue)), "kind": .text(kind), "size": .integer(Int64(facts.st_size)),
            "mode": .integer(Int64(facts.st_mode & 0o7777)), "links": .integer(Int64(facts.st_nlink)),
            "user": .integer(Int64(facts.st_uid)), "group": .integer(Int64(facts.st_gid)),
            "modified": nanoseconds(facts.st_mtim), "changed": nanoseconds(facts.st_ctim),
            "accessed": nanoseconds(facts.st_atim), "readable": .flag(descriptor.isReadable),
            "writable": .flag(flags & O_ACCMODE != O_RDONLY), "name": .text((try? descriptor.path()) ?? ""),
            "seals": .integer(Int64(max(0, fcntl(descriptor.rawValue, 1034)))),
        ]
        if kind == "file", descriptor.isReadable {
            described["position"] = .integer(Int64(lseek(descriptor.rawValue, 0, SEEK_CUR)))
            described["sha256"] = .text(sha256(of: descriptor))
        }
        return described
    }

    private static func kind(_ mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFREG: "file"
        case S_IFDIR: "folder"
        case S_IFIFO: "pipe"
        case S_IFSOCK: "socket"
        case S_IFCHR, S_IFBLK: "device"
        default: "other"
        }
    }

    private static func sha256(of file: OwnedDescriptor) -> String {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        EVP_DigestInit_ex(context, EVP_sha256(), nil)
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var offset: UInt64 = 0
        while let count = try? buffer.withUnsafeMutableBytes({ try file.read(into: $0, at: offset) }), count > 0 {
            EVP_DigestUpdate(context, buffer, count)
            offset += UInt64(count)
        }
        var digest = [UInt8](repeating: 0, count: 32)
        EVP_DigestFinal_ex(context, &digest, nil)
        return digest.map { String(format: "%02x", $0) }.joined()
    }
}

extension ClientFailure {
    fileprivate static func code(_ code: Int32) -> ClientFailure { ClientFailure(String(cString: strerror(code))) }
}
