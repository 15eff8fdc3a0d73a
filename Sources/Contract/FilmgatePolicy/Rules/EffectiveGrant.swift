public import FilmgateModel

/// Returns the grant in force: the stored grant under the policy.
///
/// If neither status is decided, the policy's preset applies, with the grantor `policy`. Then the policy's ceiling
/// reduces the grant: a status that it forbids becomes `restricted`, and full access under the ceiling `limited`
/// becomes limited. The limits on rights and content also reduce the grant. No reduction changes the grantor.
///
/// - Parameter stored: the grant of a person or an administrator; nil if none exists, or if it has ended.
public func effective(_ stored: Grant?, under rules: ClientRules, for kind: ClientKind) -> Grant {
    var grant = stored ?? .undetermined
    if !grant.isDecided, let statuses = rules.presetLevel?.level.statuses {
        grant = Grant(
            addOnly: statuses.addOnly, readWrite: statuses.readWrite, rights: presetRights(under: rules, for: kind),
            grantor: .policy)
    }
    grant.addOnly = capped(grant.addOnly, by: rules.ceiling)
    grant.readWrite = capped(grant.readWrite, by: rules.ceiling)
    grant.rights = grant.rights.intersection(rules.mostRights).effective
    grant.limits = grant.limits.intersection(rules.limits)
    return grant
}

/// Returns the rights of a preset. They include `location` if the policy explicitly allows locations.
private func presetRights(under rules: ClientRules, for kind: ClientKind) -> Rights {
    Rights.usual(for: kind).union(rules.locations != nil && rules.allowsLocations ? .location : [])
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
    /// Whether there is a decision about adding or about reading.
    fileprivate var isDecided: Bool { addOnly != .notDetermined || readWrite != .notDetermined }
}
