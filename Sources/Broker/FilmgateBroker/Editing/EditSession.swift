import FilmgateModel
import FilmgatePolicy
import FilmgateStore

/// The editing of one asset by one connection.
@BrokerActor final class EditSession {
    /// The asset's state when the session began.
    let asset: EditableAsset
    /// The item for which the person chose the client; nil if the client edits by its own access.
    let item: PickedItem?
    private(set) var state = State.open

    enum State {
        case open
        /// The files of its result are being read.
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

    /// - Parameter result: nil if finishing failed; the client can then try again.
    func end(with result: FinishedEdit?) { state = result.map { .finished($0) } ?? .open }
}

/// The result of a session, which a batch can commit.
struct FinishedEdit: Sendable {
    let edit: AssetEdit
    /// The cost of reading its files.
    let cost: ContentCost
}
