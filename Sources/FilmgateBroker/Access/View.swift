internal import FilmgateModel
internal import FilmgatePolicy

/// What a client sees, and the holder whose view it is: one thing to observe.
struct View: Hashable, Sendable {
    let holder: Holder
    let visibility: Visibility
}

extension Admission {
    var view: View { View(holder: holder, visibility: visibility) }
}
