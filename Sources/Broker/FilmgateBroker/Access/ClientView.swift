import FilmgateModel
import FilmgatePolicy

/// What a client sees, and the holder of that view.
struct ClientView: Hashable, Sendable {
    let holder: Holder
    let visibility: Visibility
}

extension Admission {
    var view: ClientView { ClientView(holder: holder, visibility: visibility) }
}
