import FilmgatePolicy
import FilmgateStore

extension AffectedViews {
    /// Whether a change affects what a view shows.
    func concerns(_ view: ClientView) -> Bool {
        switch view.visibility.scope {
        case .everything, .assets: everything
        case .selection(of: let holder, only: _): holders.contains(holder)
        case .item, .nothing: false
        }
    }
}
