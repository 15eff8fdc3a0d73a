package import Filmgate

/// The reason why an export failed. The strings are paths.
package enum ExportFailure: Error, Hashable {
    case notCreated(String, Errno)
    /// The path cannot be opened as a folder.
    case notOpened(String, Errno)
    /// No file can be created in the folder.
    case notWritable(String, Errno)
    case notWritten(String, Errno)
    /// A name contains a path that leads out of the folder.
    case invalidName(String)
    /// The folder has too many files with the same name.
    case tooManyNames(String)
    /// Another export is writing to the folder.
    case inUse(String)
    /// A file of this export has the name of an existing file that no earlier export wrote.
    case foreignFile(String)
    case invalidManifest(String, UnreadableLibraryError)
    /// The folder contains an export of a different library.
    case otherLibrary(String)
    /// The folder contains an export from which different kinds of metadata were removed.
    case otherWithout(String)
    /// The folder contains an export with XMP in photos, and this export writes XMP sidecars; or the reverse.
    case otherEmbed(String)
    /// The folder contains an export of different photos.
    case otherPhotos(String)
}
