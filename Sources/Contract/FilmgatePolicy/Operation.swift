public import FilmgateModel

/// A kind of request that needs permission. Each kind is a row of the access table, which is in `decide`.
public enum Operation: CaseIterable, Sendable {
    /// `GetStatus`, `GetClient`, `RequestAccess` and `Pick`. Every client may call these to get access.
    case askForAccess
    case createAssets
    /// Creating assets that are hidden from the start.
    case createHiddenAssets
    /// Fetches, images and resources.
    case readAssets
    case seeAlbums
    /// Creating, changing and deleting albums and folders; choosing the picked photo of a burst.
    case changeAlbums
    /// Referring to albums and folders in a change. Policy allows this even to clients that see no albums or folders.
    /// Such clients get an error later.
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
    /// The caller is a delegate of the client, and a delegate may not do this.
    case delegated
}

/// The decision whether a client may do an operation.
public enum Decision: Hashable, Sendable {
    case allow(Visibility)
    /// The operation is allowed after the person has confirmed it.
    case confirm(Visibility)
    case refuse(Refusal)
}
