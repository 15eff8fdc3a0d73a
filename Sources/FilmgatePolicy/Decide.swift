public import FilmgateModel

/// Decides what becomes of an operation: the table of access, the only place that grants anything.
///
/// Creating looks at the status `add-only`, everything else at `read-write`; the owner's own tools have it all.
public func decide(on operation: Operation, by client: Client, given grant: Grant) -> Decision {
    if client.isOwnersTool { return .allow(.everything) }
    return switch operation {
    case .askForAccess: .allow(.nothing)
    case .createAssets: creation(by: client, given: grant)
    case .readAssets, .seeAlbums, .changeAssets, .observe: sight(of: client, given: grant).decision { .allow($0) }
    case .changeAlbums: sight(of: client, given: grant).decision { albumChange(within: $0) }
    case .deleteAssets: sight(of: client, given: grant).decision { .confirm($0) }
    }
}

/// What a client sees: one row of statuses, which every operation but creating starts from.
private func sight(of client: Client, given grant: Grant) -> Sight {
    switch grant.readWrite {
    case .notDetermined: .refused(.notDetermined)
    case .restricted: .refused(.restricted)
    case .denied: .refused(.accessDenied)
    case .limited: .seen(visibility(of: client, .selection(of: holder(for: client, under: grant)), under: grant))
    case .authorized: .seen(visibility(of: client, .everything, under: grant))
    }
}

private func visibility(of client: Client, _ scope: Scope, under grant: Grant) -> Visibility {
    Visibility(scope: scope, rights: grant.rights, creators: .itself(holder(for: client, under: grant)))
}

private func creation(by client: Client, given grant: Grant) -> Decision {
    switch grant.addOnly {
    case .notDetermined: .refuse(.notDetermined)
    case .restricted: .refuse(.restricted)
    case .denied: .refuse(.accessDenied)
    case .authorized:
        switch sight(of: client, given: grant) {
        case .seen(let visibility): .allow(visibility)
        case .refused: .allow(.nothing)
        }
    }
}

private func albumChange(within visibility: Visibility) -> Decision {
    switch visibility.scope {
    case .everything: .allow(visibility)
    case .selection, .nothing: .refuse(.accessDenied)
    }
}

private enum Sight {
    case seen(Visibility)
    case refused(Refusal)

    func decision(_ allowed: (Visibility) -> Decision) -> Decision {
        switch self {
        case .seen(let visibility): allowed(visibility)
        case .refused(let refusal): .refuse(refusal)
        }
    }
}
