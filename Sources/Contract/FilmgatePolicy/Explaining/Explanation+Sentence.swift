import FilmgateModel

extension Explanation {
    /// The explanation in sentences for a person: the decision, the consequence for the asset, the changes that the
    /// client may make, and the form in which it gets files.
    public var sentence: String { [decision, consequence, changes, closed].compactMap(\.self).joined(separator: " ") }

    private var decision: String {
        switch source {
        case .owner: "\(client) is one of the owner's own tools, which can see and change everything."
        case .fault(let place):
            "The policy files have a mistake at \(place). Until it is fixed, only the owner has access."
        case .nobody:
            silencedBy.map { "Nobody has decided about \(client), and \($0) does not let it ask." }
                ?? "Nobody has decided about \(client) yet; it may ask."
        case .paused(let reason):
            "\(client) is paused: \(reason) It can read again when "
                + "\(expires == nil ? "" : "the pause ends, or when ")the person or an administrator decides."
        case .grant(let grantor): "\(gift(grant, of: grantor))\(isOnce ? ", until its connection ends" : "")."
        case .preset(let place): "\(place) gives \(client) \(access(grant)), because nobody has decided about it."
        case .ceiling(let place):
            switch uncapped.grantor {
            case nil: "\(place) allows \(client) \(most), whatever anyone decides."
            case let grantor?:
                "\(gift(uncapped, of: grantor)), but \(place) reduces that to \(access(grant))."
            }
        }
    }

    private var consequence: String? {
        switch assetAccess {
        case nil: isVisible ? reach : nil
        case .unknown: "There is no asset with this identifier."
        case .noAccess: "So it cannot see this or any other asset."
        case .everything: "So it sees this asset, like all others."
        case .hidden: "So it sees this asset, but only if it asks for hidden assets."
        case .trashed: "So it sees this asset, but only if it asks for trashed assets."
        case .selected: "It sees this asset, which was selected for it."
        case .inAlbum: "It sees this asset, which is in an album that was selected for it."
        case .added: "It sees this asset, which it added itself."
        case .named: "It sees this asset only by its identifier, because the asset is hidden."
        case .removed: "It does not see this asset, which is in the trash."
        case .otherMediaType: ["It does not see this asset.", reach].compactMap(\.self).joined(separator: " ")
        case .notSelected: "It does not see this asset, which was not selected for it and which it did not add."
        }
    }

    /// A sentence about the media types that the client sees; nil if it sees all types.
    private var reach: String? {
        switch grant.limits.mediaTypes {
        case MediaType.all: nil
        case [.image]: "It sees only images, and no albums."
        case [.video]: "It sees only videos, and no albums."
        default: "It sees neither images nor videos."
        }
    }

    /// A sentence about the client's rights to change; nil in the usual case, with `write` and without `manage`.
    private var changes: String? {
        guard isVisible, source != .owner else { return nil }
        if !grant.rights.contains(.write) { return "It can change nothing, because it lacks the right 'write'." }
        return grant.rights.contains(.manage) ? "It can delete without the person's confirmation." : nil
    }

    private var closed: String? {
        guard isVisible else { return nil }
        let lacking = Rights.reading.subtracting(grant.rights)
        let files = assetAccess == nil ? "originals" : "the original"
        if !grant.rights.contains(.originals) {
            return "It cannot open \(files), because it lacks the \(Rights.originals.phrase)."
        }
        if let pixels = grant.limits.maxPixels {
            return
                "It cannot open \(files), because it gets only images, of at most \(pixels) pixels on the longer side."
        }
        if !lacking.isEmpty { return "It gets \(files) redacted, because it lacks the \(lacking.phrase)." }
        return grant.limits.locationPrecision == .exact
            ? nil : "It gets \(files) without places, because it learns places only to a tenth of a degree."
    }

    /// The access that the ceiling allows.
    private var most: String {
        switch ceiling {
        case .none: "no access"
        case .addOnly: "at most to add photos"
        case .limited: "at most a selection"
        case .full: "everything"
        }
    }

    private func gift(_ grant: Grant, of grantor: Grantor) -> String {
        let isRefusal = grant.addOnly == .denied && grant.readWrite == .denied
        return isRefusal
            ? "\(name(of: grantor)) refused \(client) any access"
            : "\(name(of: grantor)) gave \(client) \(access(grant))"
    }

    private func name(of grantor: Grantor) -> String {
        switch grantor {
        case .person: "The person"
        case .admin: "An administrator"
        case .policy: "A policy's preset"
        }
    }

    private func access(_ grant: Grant) -> String {
        switch (grant.addOnly, grant.readWrite) {
        case (.authorized, .authorized): "full access"
        case (.authorized, .limited): "access to what is selected for it and what it adds"
        case (.authorized, .denied), (.authorized, .restricted): "permission to add photos but not to see any"
        case (.denied, .denied), (.restricted, .restricted): "no access"
        case (let addOnly, let readWrite):
            "the status \(addOnly.rawValue) for adding and \(readWrite.rawValue) for reading"
        }
    }
}
