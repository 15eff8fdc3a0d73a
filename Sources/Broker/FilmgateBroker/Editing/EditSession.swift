import FilmgateModel
import FilmgatePolicy
import FilmgateStore

/// The editing of one asset by one connection.
@BrokerActor final class EditSession {
    /// As it was when the session began.
    let asset: EditableAsset
    /// What the person chose the client for; nil if it edits by its own access.
    let item: PickedItem?
    private(set) var state = State.open

    enum State {
        case open
        /// Its files are being read.
        case finishing
        case finished(FinishedEdit)
    }

    init(of asset: EditableAsset, _ item: PickedItem?) {
        self.asset = asset
        self.item = item
    }

    var isOpen: Bool { if case .open = state { true } else { false } }

    var result: FinishedEdit? { if case .finished(let result) = state { result } else { nil } }

    func begin() { state = .finishing }

    /// - Parameter result: nil if it failed; the client can try again.
    func end(with result: FinishedEdit?) { state = result.map { .finished($0) } ?? .open }
}

/// The result of a session, which a batch can commit.
struct FinishedEdit: Sendable {
    let edit: AssetEdit
    /// What reading its files has cost.
    let cost: ContentCost
}
