public import FilmgateModel

/// A kind of request that needs permission. It corresponds to a row of the access table.
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
    /// Referring to albums and folders in a change. For a client that does not see albums and folders, they do not
    /// exist.
    case nameAlbums
    /// Changing the properties of assets.
    case changeAssets
    /// Changing the content of assets.
    case editAssets
    case deleteAssets
    case observe
}

/// The reason why an operation is refused.
public enum Refusal: Hashable, Sendable {
    case notDetermined
    case restricted
    case accessDenied
    /// Access denied, because the client lacks this right.
    case lacking(Rights)
    /// A delegate acts for the client, which is not connected itself.
    case delegated
}

/// The decision whether a client may do an operation.
public enum Decision: Hashable, Sendable {
    case allow(Visibility)
    /// The operation is allowed after the person has confirmed it.
    case confirm(Visibility)
    case refuse(Refusal)
}
