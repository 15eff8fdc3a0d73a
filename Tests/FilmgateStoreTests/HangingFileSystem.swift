import FilmgateSystem
import Foundation
import Synchronization

/// A FUSE file system with one file, `photo`, of one mebibyte, that takes every wish to read it, or to be told that a
/// descriptor of it is closed, and answers none until it is told to let go.
final class HangingFileSystem: Sendable {
    let path: String
    /// One element for each wish that hangs.
    let wishes: AsyncStream<Void>
    private let wishArrived: AsyncStream<Void>.Continuation
    private let held: Wish
    private let device: OwnedDescriptor
    private let state = Mutex(State())

    /// What is held, by its number in the protocol.
    enum Wish: UInt32 {
        case read = 15
        /// What close(2) waits for.
        case flush = 25
    }

    private struct State {
        var held: [UInt64] = []
        var isLettingGo = false
    }

    /// Whether this process may mount one.
    static let isAvailable: Bool = {
        guard let trial = try? HangingFileSystem() else { return false }
        trial.letGo()
        return true
    }()

    init(holding wish: Wish = .read) throws {
        held = wish
        path = FileManager.default.temporaryDirectory.path + "/filmgate-fuse-\(UUID())"
        (wishes, wishArrived) = AsyncStream.makeStream()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let device = OwnedDescriptor(owning: try calling { open("/dev/fuse", O_RDWR | O_CLOEXEC) })
        self.device = device
        let path = path
        try calling {
            mount("filmgate", path, "fuse", 0, "fd=\(device.rawValue),rootmode=40000,user_id=\(geteuid()),group_id=0")
        }
        Thread { [self] in serve() }.start()
    }

    /// Answers all wishes, those that come later too, with an error, and takes the file system away.
    func letGo() {
        let held = state.withLock { state in
            state.isLettingGo = true
            defer { state.held = [] }
            return state.held
        }
        for unique in held { answer(unique, error: -EIO) }
        umount2(path, Int32(MNT_DETACH))
        try? FileManager.default.removeItem(atPath: path)
    }

    private func serve() {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(device.rawValue, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == ENOENT { continue }
            guard count >= 40 else { return }
            let (opcode, unique, node) = buffer.withUnsafeBytes {
                (
                    $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                    $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
                    $0.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
                )
            }
            switch opcode {
            case 26: answer(unique, words: [7, 31, 0, 0, 0, 4096, 1, 0, 0] + [UInt32](repeating: 0, count: 7))
            case 1: answer(unique, words: [2, 0, 0, 0, 1, 0, 1, 0, 0, 0] + attributes(node: 2))
            case 3: answer(unique, words: [1, 0, 0, 0] + attributes(node: node))
            case 14, 27: answer(unique, words: [0, 0, 0, 0])
            case held.rawValue: hold(unique)
            case Wish.read.rawValue: answer(unique, error: -EIO)
            case 2, 36, 42: break
            case 18, Wish.flush.rawValue, 29: answer(unique, words: [])
            default: answer(unique, error: -ENOSYS)
            }
        }
    }

    private func hold(_ unique: UInt64) {
        let isLettingGo = state.withLock { state in
            if !state.isLettingGo { state.held.append(unique) }
            return state.isLettingGo
        }
        wishArrived.yield()
        if isLettingGo { answer(unique, error: -EIO) }
    }

    /// `struct fuse_attr`, in words.
    private func attributes(node: UInt64) -> [UInt32] {
        let isRoot = node == 1
        let mode: UInt32 = isRoot ? 0o40755 : 0o100444
        return [
            UInt32(node), 0, isRoot ? 0 : 1 << 20, 0, 2048, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, mode, 1, geteuid(), 0, 0,
            4096, 0,
        ]
    }

    private func answer(_ unique: UInt64, error: Int32 = 0, words: [UInt32] = []) {
        var bytes: [UInt8] = []
        func append(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
        append(UInt32(16 + words.count * 4))
        append(error)
        append(unique)
        for word in words { append(word) }
        _ = write(device.rawValue, bytes, bytes.count)
    }
}
