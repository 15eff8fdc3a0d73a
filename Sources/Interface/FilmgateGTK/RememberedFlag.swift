import CFilmgateGTK

/// A yes-or-no choice of the person, which is preserved between runs of the program.
///
/// It is stored in `filmgate/window.ini` in the XDG state folder. If this file cannot be written, the choice lasts
/// until the program ends.
@MainActor public final class RememberedFlag {
    private let name: String
    private var current: Bool

    public init(_ name: String) {
        self.name = name
        current = RememberedState.read { g_key_file_get_boolean($0, RememberedState.group, name, nil) != 0 }
    }

    public var value: Bool {
        get { current }
        set {
            guard newValue != current else { return }
            current = newValue
            RememberedState.change { g_key_file_set_boolean($0, RememberedState.group, name, newValue ? 1 : 0) }
        }
    }
}
