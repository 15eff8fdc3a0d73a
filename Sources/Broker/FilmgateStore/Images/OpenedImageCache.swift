import FilmgateHashing
import FilmgateModel
import FilmgateSQLite
import FilmgateSystem
import Synchronization

/// The folder and the database of an `ImageCache`.
final class OpenedImageCache: Sendable {
    let folder: Directory
    private let database: Database
    private let state: Mutex<State>

    private struct State {
        /// The total size of all images, in bytes.
        var bytes: UInt64
        /// The number of uses of all images so far.
        var uses: Int64
    }

    private static let file = "index.sqlite3"
    /// An image's use number is updated only when it lags by more than this, so that few uses need a write.
    private static let precision: Int64 = 256

    private static let schema = Migration(
        1,
        """
        CREATE TABLE image (
            name BLOB PRIMARY KEY NOT NULL CHECK (length(name) = 16),
            file BLOB NOT NULL CHECK (length(file) = 16),
            specification TEXT NOT NULL,
            size INTEGER NOT NULL,
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            pixel_width INTEGER NOT NULL,
            pixel_height INTEGER NOT NULL,
            used INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX image_of_file ON image (file, specification);
        CREATE INDEX image_by_use ON image (used);
        """)

    /// Opens the database, and removes files that have no row.
    ///
    /// - Parameter queue: the queue of the cache, so that reading rows does not switch threads.
    init(in folder: Directory, on queue: SerialQueue) throws {
        self.folder = folder
        try folder.makeFile(OpenedImageCache.file)
        let found = Mutex((state: State(bytes: 0, uses: 0), names: Set<String>()))
        database = try Database(
            path: folder.path(of: OpenedImageCache.file), access: .readWrite, named: "image-cache.rows",
            on: queue, migrations: [OpenedImageCache.schema]
        ) { database in
            // Losing a commit means only losing cached images.
            try database.script("PRAGMA synchronous = NORMAL")
            let total = try database.first("SELECT sum(size), max(used) FROM image") {
                State(bytes: UInt64(clamping: $0.integer(0)), uses: $0.integer(1))
            }
            let names = try database.all("SELECT name FROM image") { Hexadecimal.text(of: $0.blob(0)) }
            found.withLock { $0 = (total ?? $0.state, Set(names)) }
        }
        let (total, names) = found.withLock { $0 }
        state = Mutex(total)
        for name in try folder.names() where !name.hasPrefix(OpenedImageCache.file) && !names.contains(name) {
            try folder.remove(name)
        }
    }

    var bytes: UInt64 { state.withLock { $0.bytes } }

    func row(of file: StoredFileName, as form: String) async throws -> CacheRow? {
        try await database.read { database in
            try database.first(
                "\(CacheRow.columns) WHERE file = \(file.bytes) AND specification = \(form)"
            ) { try CacheRow($0) }
        }
    }

    func rows(of file: StoredFileName) async throws -> [CacheRow] {
        try await database.read { database in
            try database.all("\(CacheRow.columns) WHERE file = \(file.bytes)") { try CacheRow($0) }
        }
    }

    func use(_ row: CacheRow) async throws {
        let number = state.withLock { state in
            state.uses += 1
            return state.uses
        }
        guard number - row.used > OpenedImageCache.precision else { return }
        try await database.write { database in
            try database.execute("UPDATE image SET used = \(number) WHERE name = \(row.name.bytes)")
        }
    }

    /// Adds a row for an image file that is already in the folder. Replaces an image with the same file and form.
    func add(_ row: CacheRow, of file: StoredFileName, as form: String) async throws {
        let number = state.withLock { state in
            state.uses += 1
            return state.uses
        }
        let replaced = try await self.row(of: file, as: form)
        if let replaced { try await remove([replaced]) }
        let isAdded = try await database.write { database in
            try database.execute(
                """
                INSERT OR IGNORE INTO image
                    (name, file, specification, size, hash, pixel_width, pixel_height, used)
                VALUES (\(row.name.bytes), \(file.bytes), \(form), \(Int64(clamping: row.size)),
                    \(row.hash.bytes), \(Int64(row.pixelWidth)), \(Int64(row.pixelHeight)), \(number))
                """)
            return database.changedRows > 0
        }
        guard isAdded else {
            // An equal image was added in the meantime.
            return removeFiles(of: [row])
        }
        state.withLock { $0.bytes += row.size }
    }

    /// Removes the rows of images, then the image files.
    func remove(_ rows: [CacheRow]) async throws {
        guard !rows.isEmpty else { return }
        let removed = try await database.write { database in
            try rows.filter { row in
                try database.execute("DELETE FROM image WHERE name = \(row.name.bytes)")
                return database.changedRows > 0
            }
        }
        removeFiles(of: removed)
        let size = removed.reduce(0) { $0 + $1.size }
        state.withLock { $0.bytes -= min($0.bytes, size) }
    }

    private func removeFiles(of rows: [CacheRow]) {
        // If a removal fails, the file is removed when the cache is opened again.
        for row in rows { try? folder.remove(row.name.description) }
    }

    /// Removes the least recently used images until the total size is at most `most` bytes.
    func removeLeastUsed(until most: UInt64) async throws {
        while bytes > most {
            let rows = try await database.read { database in
                try database.all("\(CacheRow.columns) ORDER BY used LIMIT 64") { try CacheRow($0) }
            }
            guard !rows.isEmpty else { return state.withLock { $0.bytes = 0 } }
            var (left, chosen) = (bytes, [CacheRow]())
            for row in rows where left > most {
                left -= min(left, row.size)
                chosen.append(row)
            }
            try await remove(chosen)
        }
    }

    func close() async { await database.close() }
}

/// An error for an image that became shorter while it was copied.
private struct TruncatedImageError: Error {}

/// The values of a cached image's row, except the keys.
struct CacheRow: Sendable {
    let name: StoredFileName
    let size: UInt64
    let hash: ContentHash
    let pixelWidth: UInt32
    let pixelHeight: UInt32
    /// The stored use number of this image.
    let used: Int64

    static let columns: SQL = "SELECT name, size, hash, pixel_width, pixel_height, used FROM image"

    init(_ row: borrowing Row) throws {
        guard let name = StoredFileName(bytes: row.blob(0)), let hash = ContentHash(bytes: row.blob(2)) else {
            throw CorruptRowError(table: "image")
        }
        (self.name, self.hash) = (name, hash)
        size = UInt64(clamping: row.integer(1))
        (pixelWidth, pixelHeight) = (UInt32(clamping: row.integer(3)), UInt32(clamping: row.integer(4)))
        used = row.integer(5)
    }

    /// Copies an image to a new file in a folder.
    init(_ image: EncodedImage, size: UInt64, copiedTo folder: Directory) throws {
        let file = try folder.unnamedFile(permissions: 0o400)
        var digest = SHA256Hasher()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 4096)
        defer { buffer.deallocate() }
        var offset: UInt64 = 0
        while offset < size {
            let count = try image.content.read(into: buffer, at: offset)
            guard count > 0 else { throw TruncatedImageError() }
            let block = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            digest.update(block)
            try file.write(block, at: offset)
            offset += UInt64(count)
        }
        (name, used, self.size, hash) = (.random(), 0, size, digest.finish())
        (pixelWidth, pixelHeight) = (image.pixelWidth, image.pixelHeight)
        try folder.link(file, as: name.description)
    }

    /// Opens the image, or returns nil if its content has changed.
    func content(in folder: Directory) -> OwnedDescriptor? {
        // An image that cannot be read is made again.
        guard let file = try? folder.file(name.description) else { return nil }
        return file.hasContent(ofSize: size, hash: hash.bytes) ? file : nil
    }
}
