import FilmgateSystem

/// The file that lists the apps that Filmgate last wrote to the permission store.
///
/// The file is in the person's state folder, not in the library: restoring the library on another computer must not
/// take grants back there. A program that changes the file can take grants back, but the program could do the same
/// by changing the store.
struct MirroredApps: Sendable {
    private let folder: Directory
    private static let name = "mirrored-permissions"
    private static let mostBytes = 1 << 20

    init(in folder: Directory) { self.folder = folder }

    func read() -> Set<String> {
        // If the file is missing or cannot be read, no grant is taken back.
        guard let bytes = try? folder.file(Self.name).bytes(at: 0, count: Self.mostBytes) else { return [] }
        return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    func write(_ apps: Set<String>) throws(Errno) {
        guard apps != read() else { return }
        try folder.replaceFile(Self.name, with: apps.sorted().joined(separator: "\n").utf8)
    }
}
