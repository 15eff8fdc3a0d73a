public import FilmgateModel

/// Decides what becomes of an operation: the table of access, the only place that grants anything.
///
/// Creating looks at the status `add-only`, everything else at `read-write`; the owner's own tools have it all.
///
/// - Parameter addsOnly: whether one of the owner's tools was let in for adding alone, and nobody has said who they are for more.
public func decide(
    on operation: Operation, by client: Client, given grant: Grant, addsOnly: Bool = false
) -> Decision {
    if client.isOwnersTool { return .allow(addsOnly ? additions(of: client) : .everything) }
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

/// What a client added itself: it knows of that already, however often it asks whether something is there.
private func additions(of client: Client) -> Visibility {
    let holder = Holder.client(client.id)
    return Visibility(scope: .selection(of: holder), rights: [.originals, .captions], creators: .itself(holder))
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
