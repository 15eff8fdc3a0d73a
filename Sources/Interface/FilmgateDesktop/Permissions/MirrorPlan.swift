/// The entry for Filmgate in the desktop's permission store.
enum StoredEntry: Equatable {
    /// The store has no entry, or one that Filmgate did not write.
    case missing
    /// The permissions of each app.
    case written([String: [String]])
}

/// What must be done so that the grants of sandboxed apps and the permission store say the same.
///
/// The broker's grants are the truth. The store can only take a grant back: a program that writes to it raises nothing.
struct MirrorPlan: Equatable {
    /// The apps whose entry was removed, and that lose their grant.
    let resets: [String]

    /// - Parameters:
    ///   - grants: the level of each app with a grant.
    ///   - mirrored: the apps that the store had when it was last written.
    init(grants: [String: String], stored: StoredEntry, mirrored: Set<String>) {
        switch stored {
        // An empty store is a new one, or a lost file. The person took nothing back.
        case .missing: resets = []
        case .written(let permissions):
            resets = grants.keys.filter { mirrored.contains($0) && permissions[$0, default: []].isEmpty }.sorted()
        }
    }

    /// Returns the permissions that the store must have; nil if it has them.
    static func permissions(for grants: [String: String], stored: StoredEntry) -> [String: [String]]? {
        let wanted = grants.mapValues { [$0] }
        return stored == .written(wanted) ? nil : wanted
    }
}
