public import FilmgateModel

/// What the person decided about one question.
public struct Answer: Hashable, Sendable {
    public enum Decision: String, CaseIterable, Codable, Sendable {
        /// Access to everything, or the change that waits for a word.
        case allow
        /// Access to what is selected alone.
        case limit
        /// No, for good. Of a change that waits for a word: no, this time.
        case deny
        /// Not now: nothing is decided.
        case dismiss
        /// Of selections and pickers: what was chosen counts.
        case done
        /// Of selections and pickers: everything stays as it is.
        case cancel
    }

    /// How long an allowance holds.
    public enum Lasting: Hashable, Sendable {
        /// Until somebody takes it back.
        case good
        /// Until the app's connection ends.
        case once
        case seconds(Int64)
    }

    /// The question's.
    public let id: Question.ID
    public var decision: Decision
    /// With `limit` and `done`, in the order in which they were chosen.
    public var selection: [AssetID]
    /// With `limit`: albums whose assets the app sees, whatever joins them or leaves them.
    public var albums: [AlbumID]
    public var lasting: Lasting
    /// The names of the rights that go with it; nil: what is usual for the kind of app.
    public var rights: [String]?

    public init(
        to id: Question.ID, _ decision: Decision, selection: [AssetID] = [], albums: [AlbumID] = [],
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

extension Question {
    /// The answer that decides nothing, and of a change that waits for a word, lets it be.
    public var dismissal: Answer {
        switch kind {
        case .access: Answer(to: id, .dismiss)
        case .selection, .pick: Answer(to: id, .cancel)
        case .confirm: Answer(to: id, .deny)
        }
    }
}
