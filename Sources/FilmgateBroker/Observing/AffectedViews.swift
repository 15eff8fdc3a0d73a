internal import FilmgatePolicy
internal import FilmgateStore

extension AffectedViews {
    /// Whether anything of it happened in what such a client sees.
    func concerns(_ view: View) -> Bool {
        switch view.visibility.scope {
        case .everything: everything
        case .selection(of: let holder): holders.contains(holder)
        case .nothing: false
        }
    }
}
