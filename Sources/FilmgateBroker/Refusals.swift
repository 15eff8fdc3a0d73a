internal import FilmgateStore
internal import FilmgateWire

// What the adapters refuse, in the words of the contract.

extension WireError {
    init(_ refusal: StagingRefusal) {
        self =
            switch refusal {
            case .notAFile: .invalidArgument("a resource: the descriptor must be of a regular file or a memory file.")
            case .notReadable: .invalidArgument("a resource: the descriptor must be open for reading.")
            case .unreadable(let code): .invalidContent("The file could not be read to its end: \(code).")
            case .changedMeanwhile: .invalidContent("The file changed while it was read; add it when it is finished.")
            case .tooLarge: .tooLarge("The file is larger than this library takes in.")
            case .tooSlow: .io("The file did not come in time; copy it to a local folder and add it from there.")
            case .busy: .busy("Earlier files of this app have not come yet; try again when they have.")
            }
    }

    init(_ refusal: ChangeRefusal) {
        self =
            switch refusal.reason {
            case .notFound: .inChange(refusal.index, .noSuchAsset)
            case .resources:
                .inChange(
                    refusal.index, .invalidArgument("create-asset: 'resources' must hold one 'photo' or 'video'."))
            }
    }

    init(_ refusal: UnsortableQuery) {
        self = .invalidArgument("Fetch: 'sort': this app may not know one of the properties, so it cannot sort by it.")
    }

    init(_ refusal: SelectionRefusal) {
        self = .notFound("There is no asset with the identifier at position \(refusal.index) of the selection.")
    }
}
