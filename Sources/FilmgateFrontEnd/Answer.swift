public import FilmgateModel

/// The person's answer to a question.
public struct Answer: Hashable, Sendable {
    public enum Decision: String, CaseIterable, Codable, Sendable {
        /// Full access, or the change that needs a confirmation.
        case allow
        /// Access to the selection only.
        case limit
        /// No, permanently. For a change: no, this time.
        case deny
        /// Not now: the person decides nothing.
        case dismiss
        /// For selections and pickers: the selection counts.
        case done
        /// For selections and pickers: nothing changes.
        case cancel
    }

    /// How long a grant lasts.
    public enum Lasting: Hashable, Sendable {
        /// Until the person or an administrator changes it.
        case good
        /// Until the app's connection ends.
        case once
        case seconds(Int64)
    }

    /// The identifier of the question.
    public let id: AgentPrompt.ID
    public var decision: Decision
    /// With `limit` and `done`, in the order of selection.
    public var selection: [AssetID]
    /// With `limit`: albums whose present and future assets the app sees.
    public var albums: [AlbumID]
    public var lasting: Lasting
    /// The names of the rights; nil: the default for the kind of app.
    public var rights: [String]?
    /// How many pixels the longer side of the app's images has at most; nil for no limit.
    public var maxPixels: UInt32?
    /// How exactly the app learns places, if it gets them; nil for exactly.
    public var locationPrecision: LocationPrecision?
    /// The types of the assets that the app sees; nil for all.
    public var mediaTypes: Set<MediaType>?
    /// For pickers: the metadata that is removed from what the app gets; nil: what the app asked for.
    public var removed: Set<MetadataKind>?
    /// For pickers: whether the app sees what was picked from now on.
    public var keeps = false
    /// For pickers: the part of each image that the person chose.
    public var crops: [AssetID: UnitRectangle] = [:]
    /// For pickers: the seconds of each video that the person chose.
    public var trims: [AssetID: Range<Double>] = [:]

    public init(
        to id: AgentPrompt.ID, _ decision: Decision, selection: [AssetID] = [], albums: [AlbumID] = [],
        lasting: Lasting = .good, rights: [String]? = nil
    ) {
        self.id = id
        self.decision = decision
        self.selection = selection
        self.albums = albums
        self.lasting = lasting
        self.rights = rights
    }
}

extension AgentPrompt {
    /// The answer that decides nothing, or refuses a change.
    public var dismissal: Answer {
        switch kind {
        case .access: Answer(to: id, .dismiss)
        case .selection, .pick, .settings: Answer(to: id, .cancel)
        case .confirm: Answer(to: id, .deny)
        }
    }
}
