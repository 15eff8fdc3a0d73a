internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateSystem
internal import FilmgateWire

// Refusals of adapters as errors of the contract.

extension WireError {
    init(_ refusal: StagingRefusal) {
        self =
            switch refusal {
            case .notAFile: .invalidArgument("a resource: the descriptor must be of a regular file or a memory file.")
            case .notReadable: .invalidArgument("a resource: the descriptor must be open for reading.")
            case .unreadable(let code): .invalidContent("The file could not be read to its end: \(code).")
            case .changedMeanwhile: .invalidContent("The file changed while it was read; add it when it is finished.")
            case .tooLarge: .tooLarge("The file is larger than this library takes in.")
            case .overAllowance: .limitsExceeded("The files are more than this app may add now; add fewer, or later.")
            case .overRoom: .limitsExceeded("The library has no room for the files.")
            case .overBudget(let seconds): .limitsExceeded(ContentBudget.sentence("were too many bytes", seconds))
            case .tooSlow: .io("The file did not come in time; copy it to a local folder and add it from there.")
            case .busy: .busy("Earlier files of this app have not come yet; try again when they have.")
            }
    }

    init(_ refusal: ChangeRefusal) {
        self =
            switch refusal.reason {
            case .notFound: .inChange(refusal.index, .noSuchAsset)
            case .noSuchAlbum: .inChange(refusal.index, .noSuchAlbum)
            case .noSuchFolder: .inChange(refusal.index, .noSuchFolder)
            case .noSuchCollection: .inChange(refusal.index, .noSuchCollection)
            case .notInTrash: .invalid(refusal, "purge-assets takes only what is in the trash; delete it first.")
            case .beyondEnd: .invalid(refusal, "'index' lies beyond the end of the album.")
            case .cycle: .invalid(refusal, "a folder cannot be put into itself, nor into one that lies in it.")
            case .tooDeep: .invalid(refusal, "folders lie at most \(Bounds.folderLevels) deep in each other.")
            case .resources: .invalid(refusal, "create-asset: 'resources' must hold one 'photo' or 'video'.")
            }
    }

    private static func invalid(_ refusal: ChangeRefusal, _ text: String) -> WireError {
        .inChange(refusal.index, .invalidArgument(text))
    }

    init(_ excess: QuotaExcess) {
        let amount =
            switch excess.measure {
            case .bytes: "\(excess.limit) bytes"
            case .items: "\(excess.limit) photos and videos"
            }
        let advice =
            excess.room.map { "There is room for these from \($0.coordinatedTime) on." }
            ?? "These are more than that by themselves; send fewer at a time."
        self = .limitsExceeded(
            "A policy of this computer's administrator lets this app add \(amount) within 24 hours. \(advice)")
    }

    init(_ full: LibraryFull) {
        self = .limitsExceeded(
            "This computer's administrator lets a photo library grow to \(full.capacity) bytes. Purge what is in the trash, or ask "
                + "them for more.")
    }

    init(_ refusal: WithheldProperty) {
        self = .invalidArgument(
            "Fetch: this app may not know '\(refusal.property.rawValue)', so it can neither search nor sort by it.")
    }

    init(_ refusal: FetchTookTooLong) {
        self = .limitsExceeded(
            "Fetch: this was given up after \(Double(refusal.limit.milliseconds) / 1000) seconds; narrow it, by a range of "
                + "'creation-date' first, by 'album' or 'identifiers', or do without 'contains' and 'like'.")
    }

    init(_ refusal: ChangesTookTooLong) {
        self = .limitsExceeded(
            "ChangesSince: this app's access was another at this token, and looking for what that has shown and hidden was given "
                + "up after \(Double(refusal.limit.milliseconds) / 1000) seconds. Fetch anew, and go on with the token of "
                + "Subscribe.")
    }

    init(_ refusal: SelectionRefusal) {
        self = .notFound("There is no asset with the identifier at position \(refusal.index) of the selection.")
    }
}
