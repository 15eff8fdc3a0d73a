internal import FilmgateSystem

/// Makes a restored library take the place of the one before, when the library is opened.
///
/// Each step can be repeated: after an interruption, the next opening continues. The restored library is complete and on the disk
/// before the first step.
enum RestoredLibrary {
    /// The folder in which a library is put together.
    static let incomplete = "restore"
    /// Its name when it is complete.
    static let complete = "restored"
    /// The originals of the library that was replaced, for as long as it takes to remove them.
    private static let replaced = "replaced-originals"

    static let databaseFiles = ["library.sqlite3", "library.sqlite3-wal", "library.sqlite3-shm"]

    /// Call it while the library is locked and not open.
    static func install(in library: Directory) throws(Errno) {
        if library.has(complete) {
            let restored = try library.directory(complete)
            if restored.has("library.sqlite3") {
                // The write-ahead log of the earlier database must not meet the new one.
                for name in databaseFiles.dropFirst() { try library.removeTree(name) }
                try library.synchronize()
                try restored.rename("library.sqlite3", to: "library.sqlite3", in: library)
            }
            if restored.has("originals") {
                if library.has("originals") { try library.rename("originals", to: replaced) }
                try restored.rename("originals", to: "originals", in: library)
            }
            if restored.has(Library.restoreNote) {
                try restored.rename(Library.restoreNote, to: Library.restoreNote, in: library)
            }
            try library.synchronize()
            // Images of assets that may look different now.
            try library.removeTree("cache")
            try library.removeTree(complete)
        }
        try library.removeTree(replaced)
    }
}
