public import FilmgateModel

/// Decides whether a client may do an operation. This is the access table: only picks and edit tickets give more.
///
/// Creating assets needs `add-only`; reading and changing need `read-write`. Creating hidden assets needs both. Changes
/// and the creation of hidden assets also need the right `write`. Without the right `manage`, the person must confirm
/// deletions and edits. A grant with a limit on pixels allows no edits. The owner's tools, such as filmgatectl, may do
/// everything. A delegate may request access and add assets for an app, but sees nothing.
///
/// - Parameter addsOnly: whether one of the owner's tools is authorized only for adding.
public func decide(
    on operation: Operation, by client: Client, given grant: Grant, addsOnly: Bool = false
) -> Decision {
    if client.isOwnersTool { return .allow(addsOnly ? additions(of: client) : .everything) }
    if client.delegate != nil { return delegated(operation, by: client, given: grant) }
    return switch operation {
    case .askForAccess: .allow(.nothing)
    case .createAssets: creation(by: client, given: grant)
    case .createHiddenAssets: hiddenCreation(by: client, given: grant)
    case .readAssets, .seeAlbums, .observe: reading(by: client, given: grant).decision { .allow($0) }
    case .changeAssets, .nameAlbums: writing(by: client, given: grant).decision { .allow($0) }
    case .changeAlbums: writing(by: client, given: grant).decision { albumChange(within: $0) }
    case .editAssets:
        writing(by: client, given: grant).decision { visibility in
            guard visibility.limits.maxPixels == nil else { return .refuse(.accessDenied) }
            return visibility.rights.contains(.manage) ? .allow(visibility) : .confirm(visibility)
        }
    case .deleteAssets:
        writing(by: client, given: grant).decision { $0.rights.contains(.manage) ? .allow($0) : .confirm($0) }
    }
}

/// Decides what a delegate may do for an app. Other programs of the same user can take over the delegate, so the
/// delegate never gets the app's read access.
private func delegated(_ operation: Operation, by client: Client, given grant: Grant) -> Decision {
    switch operation {
    case .askForAccess: return .allow(.nothing)
    case .createAssets:
        guard case .refuse(let refusal) = creation(by: client, given: grant) else { return .allow(.nothing) }
        return .refuse(refusal)
    case .createHiddenAssets, .readAssets, .seeAlbums, .changeAlbums, .nameAlbums, .changeAssets, .editAssets,
        .deleteAssets, .observe:
        return .refuse(.delegated)
    }
}

/// Decides what a client may read.
private func reading(by client: Client, given grant: Grant) -> ReadAccess {
    switch grant.readWrite {
    case .notDetermined: .refused(.notDetermined)
    case .restricted: .refused(.restricted)
    case .denied: .refused(.accessDenied)
    case .limited: .granted(visibility(of: client, .selection(of: holder(for: client, under: grant)), under: grant))
    case .authorized: .granted(visibility(of: client, .everything, under: grant))
    }
}

/// Decides what a client may change: the assets that it may read, if it has the right `write`.
private func writing(by client: Client, given grant: Grant) -> ReadAccess {
    switch reading(by: client, given: grant) {
    case .refused(let refusal): .refused(refusal)
    case .granted(let visibility):
        visibility.rights.contains(.write) ? .granted(visibility) : .refused(.lacking(.write))
    }
}

/// Returns the visibility of only the client's own additions, so that a search for duplicates reveals nothing new to
/// the client.
private func additions(of client: Client) -> Visibility {
    let holder = Holder.client(client.id)
    return Visibility(
        scope: .selection(of: holder), rights: [.originals, .captions], creators: .itself(holder),
        isOfOwnersTool: client.isOwnersTool)
}

private func visibility(of client: Client, _ scope: Scope, under grant: Grant) -> Visibility {
    Visibility(
        scope: scope.limited(to: grant.limits.mediaTypes), rights: grant.rights.effective, limits: grant.limits,
        creators: .itself(holder(for: client, under: grant)))
}

private func creation(by client: Client, given grant: Grant) -> Decision {
    switch grant.addOnly {
    case .notDetermined: .refuse(.notDetermined)
    case .restricted: .refuse(.restricted)
    case .denied: .refuse(.accessDenied)
    case .authorized:
        switch reading(by: client, given: grant) {
        case .granted(let visibility): .allow(visibility)
        case .refused: .allow(.nothing)
        }
    }
}

/// Decides whether a client may create hidden assets. A client that may not hide existing assets may not create hidden
/// assets either, so that the owner sees its additions.
private func hiddenCreation(by client: Client, given grant: Grant) -> Decision {
    switch creation(by: client, given: grant) {
    case .allow: writing(by: client, given: grant).decision { .allow($0) }
    case let refused: refused
    }
}

private func albumChange(within visibility: Visibility) -> Decision {
    switch visibility.scope {
    case .everything: .allow(visibility)
    case .assets, .selection, .item, .nothing: .refuse(.accessDenied)
    }
}

private enum ReadAccess {
    case granted(Visibility)
    case refused(Refusal)

    func decision(_ allowed: (Visibility) -> Decision) -> Decision {
        switch self {
        case .granted(let visibility): allowed(visibility)
        case .refused(let refusal): .refuse(refusal)
        }
    }
}
