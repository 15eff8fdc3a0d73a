import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateWire

// Converts refusals by other modules to errors of the D-Bus contract.

extension WireError {
    init(_ refusal: StagingRefusal) {
        self =
            switch refusal {
            case .notAFile: .invalidArgument("a resource: the descriptor must be of a regular file or a memory file.")
            case .notReadable: .invalidArgument("a resource: the descriptor must be open for reading.")
            case .unreadable(let code): .invalidContent("The file could not be read to its end: \(code).")
            case .changedMeanwhile: .invalidContent("The file changed while it was read; add it when it is finished.")
            case .tooLarge: .tooLarge("The file is larger than this library accepts.")
            case .notMedia: .invalidContent("It is not a photo or video in a supported format.")
            case .overAllowance:
                .limitsExceeded("The files are larger than this app may add now; add fewer, or add them later.")
            case .overRoom: .limitsExceeded("The library has no room for the files.")
            case .overBudget(let seconds): .limitsExceeded(ContentBudget.sentence("were too many bytes", seconds))
            case .tooSlow: .io("Reading the file took too long; copy it to a local folder and add it from there.")
            case .busy: .busy("Earlier files of this app are still being read; try again later.")
            }
    }

    init(_ refusal: ChangeRefusal) {
        self =
            switch refusal.reason {
            case .notFound: .inChange(refusal.index, .noSuchAsset)
            case .noSuchBurst: .inChange(refusal.index, .noSuchBurst)
            case .noSuchAlbum: .inChange(refusal.index, .noSuchAlbum)
            case .noSuchFolder: .inChange(refusal.index, .noSuchFolder)
            case .noSuchCollection: .inChange(refusal.index, .noSuchCollection)
            case .contentChanged: .inChange(refusal.index, .contentChanges)
            case .notInTrash: .invalid(refusal, "purge-assets only takes assets in the trash; delete them first.")
            case .beyondEnd: .invalid(refusal, "'index' is beyond the end of the album.")
            case .beyondLastChild: .invalid(refusal, "'index' is beyond the end of the folder.")
            case .notInAlbum: .invalid(refusal, "set-cover: the asset is not in the album; add it first.")
            case .notInBurst: .invalid(refusal, "set-burst-pick: the asset is not in a burst.")
            case .hasRule:
                .invalid(refusal, "the content of a smart album follows its rule; change the rule with 'set-rule'.")
            case .hasNoRule:
                .invalid(refusal, "set-rule: the album is not a smart album; create one with 'where'.")
            case .tooManyRules:
                .invalid(
                    refusal, "create-album: a library has at most \(ContractLimits.rules) smart albums of its own.")
            case .tooManyKeywords:
                .invalid(refusal, "add-keywords: an asset can have at most \(ContractLimits.keywords) keywords.")
            case .cycle: .invalid(refusal, "a folder cannot be put into itself or into a folder inside it.")
            case .tooDeep: .invalid(refusal, "folders can be nested at most \(ContractLimits.folderLevels) deep.")
            case .resources: .invalid(refusal, "create-asset: 'resources' must hold one 'photo' or 'video'.")
            }
    }

    private static func invalid(_ refusal: ChangeRefusal, _ text: String) -> WireError {
        .inChange(refusal.index, .invalidArgument(text))
    }

    init(_ excess: QuotaExceededError) {
        let amount =
            switch excess.measure {
            case .bytes: "\(excess.limit) bytes"
            case .items: "\(excess.limit) photos and videos"
            }
        let advice =
            excess.room.map { "There is room for these from \($0.coordinatedTime) on." }
            ?? "These alone are more than that; send fewer at a time."
        self = .limitsExceeded(
            "A policy of this computer's administrator lets this app add \(amount) within 24 hours. \(advice)")
    }

    init(_ full: LibraryFull) {
        self = .limitsExceeded(
            "This computer's administrator allows a photo library at most \(full.capacity) bytes. Empty the trash, or ask "
                + "them for more space.")
    }

    init(_ refusal: RestoreRefusal) {
        self =
            switch refusal {
            case .notEmpty(let assets):
                .invalidArgument(
                    "The library is not empty (photos and videos: \(assets)), and they would be lost. Allow it with the option "
                        + "'replace' ('filmgatectl restore --replace').")
            case .newerSchema:
                .invalidContent("A newer version of Filmgate made this backup; update Filmgate, then restore it.")
            case .olderSchema:
                .invalidContent("A version of Filmgate that is too old made this backup; this one cannot restore it.")
            case .invalidDatabase:
                .invalidContent("The backup's database is damaged, or is none of Filmgate; see the journal.")
            case .unknownFile(let name): .invalidArgument("AddFiles: the backup has no file '\(quotable(name))'.")
            case .differingFile(let name):
                .invalidContent("The backup's file \(quotable(name)) is damaged: its SHA-256 is a different one.")
            case .incomplete(let count): .invalidArgument("FinishRestore: \(count) files are missing; add them first.")
            case .ended: .invalidArgument("No restoration of this connection is in progress; begin one.")
            }
    }

    init(_ refusal: WithheldPropertyError) {
        self = .invalidArgument(
            "This app may not know '\(refusal.property.rawValue)', so it can neither search nor sort nor count by it.")
    }

    init(_ refusal: FetchTookTooLong) {
        self = .limitsExceeded(
            "Fetch: this took longer than \(Double(refusal.limit.milliseconds) / 1000) seconds; narrow it, by a range of "
                + "'creation-date' first, by 'album' or 'identifiers', or omit 'contains' and 'like'.")
    }

    init(_ refusal: ChangesTookTooLong) {
        self = .limitsExceeded(
            "ChangesSince: this app's access was different at this token, and comparing the two took longer than "
                + "\(Double(refusal.limit.milliseconds) / 1000) seconds. Fetch again, and continue with the token of "
                + "Subscribe.")
    }

    init(_ refusal: SelectionRefusal) {
        self =
            refusal.hasRule
            ? .invalidArgument(
                "The album at position \(refusal.index) of the selection is a smart album, and what meets its rule "
                    + "changes. Name its photos instead.")
            : .notFound("There is no asset with the identifier at position \(refusal.index) of the selection.")
    }
}

extension Timestamp {
    /// The time in the form `2026-05-01 14:30:07 UTC`, rounded up to whole seconds.
    var coordinatedTime: String {
        let seconds = -(-rawValue).floorDivided(by: 1_000_000)
        guard let time = CivilTime(secondsSince1970: seconds) else { return "" }
        return "\(time.dateText) \(time.exactClockText) UTC"
    }
}
