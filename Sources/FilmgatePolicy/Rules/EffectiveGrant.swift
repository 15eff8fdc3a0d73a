public import FilmgateModel

/// What a client has at this moment: what was decided about it, as far as the policy lets it be.
///
/// A preset stands in where nobody decided either status, with the grantor `policy`. The ceiling then comes over all:
/// what it forbids is `restricted`, whoever granted or refused it, and full access under the ceiling `limited` is limited.
/// The grantor stays who it was: a ceiling vouches for nobody.
///
/// - Parameter stored: what a person or an administrator decided; nil where nobody did, or where it has ended.
public func effective(_ stored: Grant?, under rules: ClientRules, for kind: ClientKind) -> Grant {
    var grant = stored ?? .undetermined
    if !grant.isDecided, let statuses = rules.presetLevel?.level.statuses {
        grant = Grant(
            addOnly: statuses.addOnly, readWrite: statuses.readWrite, rights: presetRights(under: rules, for: kind),
            grantor: .policy)
    }
    grant.addOnly = capped(grant.addOnly, by: rules.ceiling)
    grant.readWrite = capped(grant.readWrite, by: rules.ceiling)
    if !rules.allowsLocations { grant.rights.remove(.location) }
    return grant
}

/// A policy that says in so many words that locations are handed out means its own presets too.
private func presetRights(under rules: ClientRules, for kind: ClientKind) -> Rights {
    rules.locations?.value == true ? .all : Rights.usual(for: kind)
}

private func capped(_ status: AddOnlyStatus, by ceiling: RuleLevel) -> AddOnlyStatus {
    switch ceiling {
    case .none: .restricted
    case .addOnly, .limited, .full: status
    }
}

private func capped(_ status: ReadWriteStatus, by ceiling: RuleLevel) -> ReadWriteStatus {
    switch (ceiling, status) {
    case (.none, _), (.addOnly, _): .restricted
    case (.limited, .authorized): .limited
    case (.limited, .limited), (.limited, .denied), (.limited, .restricted), (.limited, .notDetermined): status
    case (.full, _): status
    }
}

extension Grant {
    /// Whether either status was decided.
    fileprivate var isDecided: Bool { addOnly != .notDetermined || readWrite != .notDetermined }
}
