package import Filmgate

/// The reason why an export cannot be written. The strings are paths.
package enum ExportFailure: Error, Hashable {
    case notCreated(String, Errno)
    /// The path cannot be opened as a folder.
    case notOpened(String, Errno)
    /// No file can be created in the folder.
    case notWritable(String, Errno)
    case notWritten(String, Errno)
    /// A name would lead out of the folder.
    case invalidName(String)
    /// The folder has too many files with the same name.
    case tooManyNames(String)
    /// Another export is writing to the folder.
    case inUse(String)
    /// A file that no earlier export wrote has a name of this export.
    case foreignFile(String)
    case invalidManifest(String, UnreadableLibrary)
    /// The folder holds an export of another library.
    case otherLibrary(String)
    /// The folder holds an export that leaves out other kinds of metadata.
    case otherWithout(String)
    /// The folder holds an export with XMP in its photos and this export writes XMP beside photos, or the reverse.
    case otherEmbed(String)
    /// The folder holds an export of other photos.
    case otherPhotos(String)
}
