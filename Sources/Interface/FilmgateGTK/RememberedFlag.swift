import CFilmgateGTK

/// A choice of the person that the program remembers until they choose differently, also the next time that it runs.
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
