import Filmgate
import FilmgateLibraryTools
import FilmgateText

extension CommandFailure {
    /// Creates a failure, with advice, from an error of an export.
    init(_ failure: ExportFailure) {
        func values(_ path: String, _ reason: String = "") -> [String: String] {
            ["file": Text.printable(path), "folder": Text.printable(path), "reason": Text.printable(reason)]
        }
        let message =
            switch failure {
            case .notCreated(let file, let error):
                localized("'{file}' cannot be created: {reason}.", values(file, error.description))
            case .notOpened(let file, let error):
                localized("'{file}' cannot be opened as a folder: {reason}.", values(file, error.description))
            case .notWritable(let folder, let error):
                localized("The folder '{folder}' cannot be written to: {reason}.", values(folder, error.description))
            case .notWritten(let file, let error):
                localized("'{file}' cannot be written: {reason}.", values(file, error.description))
            case .invalidName(let name): localized("'{file}' is not a file name.", values(name))
            case .tooManyNames(let folder):
                localized("'{folder}' has too many files with the same name.", values(folder))
            case .inUse(let folder): localized("A different export is writing to '{folder}'.", values(folder))
            case .foreignFile(let file): localized("'{file}' is no file of an earlier export.", values(file))
            case .invalidManifest(let file, let error):
                localized("'{file}' is not the manifest of an export: {reason}", values(file, error.reason))
            case .otherLibrary(let folder):
                localized("'{folder}' holds an export of a different library.", values(folder))
            case .otherWithout(let folder):
                localized("'{folder}' holds an export whose '--without' was different.", values(folder))
            case .otherEmbed(let folder):
                localized("'{folder}' holds an export whose '--embed' was different.", values(folder))
            case .otherPhotos(let folder):
                localized(
                    "'{folder}' holds an export of other photos: its '--album', '--where' or '--trash' was different.",
                    values(folder))
            }
        switch failure {
        case .notWritten: self.init(.inputOutput, message)
        case .invalidName: self.init(.software, message)
        case .inUse:
            self.init(
                .temporary, message, advice: localized("Wait until it ends, or export to a different folder."))
        case .foreignFile:
            self.init(.cannotCreate, message, advice: localized("Remove it, or export to a different folder."))
        case .invalidManifest, .otherLibrary, .otherWithout, .otherEmbed, .otherPhotos:
            self.init(.cannotCreate, message, advice: localized("Export to a different folder."))
        case .notCreated, .notOpened, .notWritable, .tooManyNames: self.init(.cannotCreate, message)
        }
    }
}
