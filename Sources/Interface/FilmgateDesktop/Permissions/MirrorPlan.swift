/// The state of Filmgate's entry in the desktop's permission store.
enum PermissionStoreEntry: Equatable {
    /// The store has no entry, or one that Filmgate did not write.
    case missing
    /// Filmgate wrote the entry. The value has each app's permissions, which other programs may have changed.
    case written([String: [String]])
}

/// The changes that make the grants of sandboxed apps and the permission store agree.
///
/// The broker's grants take precedence: a program that writes to the store can take a grant back, but cannot extend it.
struct MirrorPlan: Equatable {
    /// The apps that lose their grant, because their permissions were removed from the entry.
    let resets: [String]

    /// - Parameters:
    ///   - grants: the level of access of each app with a grant.
    ///   - mirrored: the apps that the entry had when Filmgate last wrote it.
    init(grants: [String: String], stored: PermissionStoreEntry, mirrored: Set<String>) {
        switch stored {
        // The store is new, or its file was lost. This does not mean that the person took grants back.
        case .missing: resets = []
        case .written(let permissions):
            resets = grants.keys.filter { mirrored.contains($0) && permissions[$0, default: []].isEmpty }.sorted()
        }
    }

    /// Returns the permissions to write to the store; nil if the store already has them.
    static func permissions(for grants: [String: String], stored: PermissionStoreEntry) -> [String: [String]]? {
        let wanted = grants.mapValues { [$0] }
        return stored == .written(wanted) ? nil : wanted
    }
}
