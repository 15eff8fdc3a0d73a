/// What a client can ask for, as far as permission tells one thing from another: the rows of the table of access.
public enum Operation: CaseIterable, Sendable {
    /// GetStatus, GetClient, RequestAccess, Pick: open to everyone, for they are how access is had.
    case askForAccess
    case createAssets
    /// Fetches, images and resources.
    case readAssets
    case seeAlbums
    /// Creating, changing and deleting albums and folders.
    case changeAlbums
    /// Properties and content.
    case changeAssets
    case deleteAssets
    case observe
}

/// Why an operation is refused.
public enum Refusal: Hashable, Sendable {
    case notDetermined
    case restricted
    case accessDenied
}

/// What becomes of an operation.
public enum Decision: Hashable, Sendable {
    case allow(Visibility)
    /// Allowed as soon as the person has confirmed it.
    case confirm(Visibility)
    case refuse(Refusal)
}
