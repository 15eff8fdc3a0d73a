public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// An expected error reply: its name on the bus, and a sentence that a person can act on.
public enum WireError: Error, Hashable, Sendable {
    case notDetermined
    case accessDenied
    /// Access denied, with a specific sentence.
    case accessDeniedBecause(String)
    /// Access denied, because the client lacks these rights.
    case lacking(Rights)
    /// Access denied, because the client gets only images with at most this many pixels on the longer side.
    case imagesOnly(maxPixels: UInt32)
    /// Access denied, because these kinds of metadata cannot be removed from the file.
    case cannotRemove(Set<MetadataKind>)
    /// Access denied to the file of a picked item, as in `cannotRemove`. Other formats are available.
    case cannotRemoveFromItem(Set<MetadataKind>)
    /// Access denied to a change of locations, because the client gets locations only to a tenth of a degree.
    case roundedPlaces
    /// Access denied, because the person has muted the client.
    case muted
    /// A fetch result contains an object that the client may no longer see.
    case outOfSight
    case restricted
    case notFound(String)
    case invalidArgument(String)
    /// The predicate has an error. The text begins with the error's column: `column 17: …`.
    case invalidPredicate(String)
    case invalidContent(String)
    case tooLarge(String)
    case limitsExceeded(String)
    case tokenExpired
    case noAgent
    /// Sent as `NoAgent`: the agent did not answer, or gave an unusable answer.
    case noUsableAnswer
    /// The person did not confirm the changes.
    case declined
    case notAuthorized
    /// Not authorized, with a specific sentence.
    case notAuthorizedBecause(String)
    case busy(String)
    case io(String)
    case libraryUnavailable(String)
    /// A change of a batch has an error: the index of the change, counted from 0, and the error.
    indirect case inChange(Int, WireError)

    public init(_ refusal: Refusal) {
        self =
            switch refusal {
            case .notDetermined: .notDetermined
            case .restricted: .restricted
            case .accessDenied: .accessDenied
            case .lacking(let rights): .lacking(rights)
            case .delegated: .delegated
            }
    }

    public init(_ reason: FileAccessRefusal) {
        self =
            switch reason {
            case .lackingOriginals: .lacking(.originals)
            case .maxPixels(let pixels): .imagesOnly(maxPixels: pixels)
            }
    }

    /// The error for an asset that does not exist or that the client may not see. The sentence must be the same in both
    /// cases.
    public static let noSuchAsset = WireError.notFound("There is no asset with this identifier.")

    /// The error for a new asset that names a burst that the client does not see.
    public static let noSuchBurst = WireError.notFound(
        "create-asset: 'burst-id': there is no burst with this identifier.")

    /// The error for an operation that a delegate may not do for an app.
    public static let delegated = WireError.notAuthorizedBecause(
        "A program that acts for an app can only let the person pick for it, ask for add-only access, and add; for "
            + "everything else, the app must call itself.")

    /// The error for an album that does not exist or that the client may not see.
    public static let noSuchAlbum = WireError.notFound("There is no album with this identifier.")

    /// The error for a folder that does not exist or that the client may not see.
    public static let noSuchFolder = WireError.notFound("There is no folder with this identifier.")

    /// The error for an album or a folder that does not exist or that the client may not see.
    public static let noSuchCollection = WireError.notFound("There is no album or folder with this identifier.")

    /// The error for a user whose library cannot be opened.
    public static let libraryIsUnavailable = WireError.libraryUnavailable(
        "This user's photo library cannot be opened right now. The broker will retry; see the journal for the reason.")

    public static let prefix = "org.filmgate.Error."

    public var name: String {
        switch self {
        case .notDetermined: "NotDetermined"
        case .accessDenied, .accessDeniedBecause, .lacking, .imagesOnly, .cannotRemove, .cannotRemoveFromItem,
            .roundedPlaces, .muted, .outOfSight:
            "AccessDenied"
        case .restricted: "Restricted"
        case .notFound: "NotFound"
        case .invalidArgument: "InvalidArgument"
        case .invalidPredicate: "InvalidPredicate"
        case .invalidContent: "InvalidContent"
        case .tooLarge: "TooLarge"
        case .limitsExceeded: "LimitsExceeded"
        case .tokenExpired: "TokenExpired"
        case .noAgent, .noUsableAnswer: "NoAgent"
        case .declined: "Declined"
        case .notAuthorized, .notAuthorizedBecause: "NotAuthorized"
        case .busy: "Busy"
        case .io: "Io"
        case .libraryUnavailable: "LibraryUnavailable"
        case .inChange(_, let error): error.name
        }
    }

    public var message: String {
        switch self {
        case .notDetermined: "There is no decision yet about this app's access; ask with RequestAccess."
        case .accessDenied:
            "This app is not allowed to do this; the library's owner can change that with 'filmgatectl grants set'."
        case .lacking(let rights):
            "This app lacks the \(rights.phrase) for this; the library's owner can give it with 'filmgatectl grants set … "
                + "--rights'."
        case .imagesOnly(let pixels):
            "This app gets images of at most \(pixels) pixels on the longer side, and no original files; the library's owner "
                + "can change that with 'filmgatectl grants set … --max-pixels'."
        case .cannotRemove(let kinds):
            "From this file, \(kinds.names.map { "'\($0)'" }.joined(separator: ", ")) cannot be removed; ask for it as it is."
        case .cannotRemoveFromItem(let kinds):
            "From this file, \(kinds.names.map { "'\($0)'" }.joined(separator: ", ")) cannot be removed; ask with RequestItem "
                + "for a different format of the item."
        case .roundedPlaces:
            "This app learns places only to a tenth of a degree, so it changes no places; the library's "
                + "owner can change that with 'filmgatectl grants set … --location-precision'."
        case .muted:
            "The library's owner has muted this app, so it can ask them nothing; they can change that with "
                + "'filmgatectl grants set'."
        case .outOfSight: "This result holds something that this app may no longer see; Update it, or fetch again."
        case .restricted: "A policy of this computer's administrator forbids it."
        case .tokenExpired:
            "The history does not reach back to this token; fetch again, and continue with the token of Subscribe."
        case .noAgent: "The person cannot be asked: no agent is running in the session."
        case .noUsableAnswer:
            "The person could not be asked: the agent in the session gave no usable answer; the person can start it again."
        case .declined:
            "The person said no to these changes, and nothing was changed; send them again only if they want it."
        case .notAuthorized: "Only the library's owner and administrators may do this, never a sandboxed app."
        case .notFound(let text), .invalidArgument(let text), .invalidPredicate(let text), .invalidContent(let text),
            .tooLarge(let text), .limitsExceeded(let text), .busy(let text), .io(let text),
            .libraryUnavailable(let text), .notAuthorizedBecause(let text),
            .accessDeniedBecause(let text):
            text
        case .inChange(let index, let error): "change \(index): \(error.message)"
        }
    }
}

extension WireError: ErrorReplyConvertible {
    public var errorReply: ErrorReply { ErrorReply(name: WireError.prefix + name, message: message) }
}
