public import FilmgateModel

/// A kind of request that needs permission: a row of the access table.
public enum Operation: CaseIterable, Sendable {
    /// GetStatus, GetClient, RequestAccess, Pick: open to every client, because they are the way to get access.
    case askForAccess
    case createAssets
    /// Creating assets that are hidden from the start.
    case createHiddenAssets
    /// Fetches, images and resources.
    case readAssets
    case seeAlbums
    /// Creating, changing and deleting albums and folders; choosing the photo that stands for a burst.
    case changeAlbums
    /// Referring to albums and folders in a change. For a client that sees no albums and folders, none exist.
    case nameAlbums
    /// Changing the properties of assets.
    case changeAssets
    /// Changing the content of assets.
    case editAssets
    case deleteAssets
    case observe
}

/// Why an operation is refused.
public enum Refusal: Hashable, Sendable {
    case notDetermined
    case restricted
    case accessDenied
    /// Access denied, because the client lacks this right.
    case lacking(Rights)
    /// The client is not connected itself: a delegate acts for it.
    case delegated
}

/// Whether a client may do an operation.
public enum Decision: Hashable, Sendable {
    case allow(Visibility)
    /// Allowed after the person has confirmed it.
    case confirm(Visibility)
    case refuse(Refusal)
}
