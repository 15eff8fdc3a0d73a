import CFilmgateGTK

/// A string that is preserved between runs of the program, such as a path. It is stored like a `RememberedFlag`.
@MainActor public final class RememberedText {
    private let name: String
    private var current: String

    public init(_ name: String) {
        self.name = name
        current = RememberedState.read { file in
            guard let text = g_key_file_get_string(file, RememberedState.group, name, nil) else { return "" }
            defer { g_free(text) }
            return String(cString: text)
        }
    }

    public var value: String {
        get { current }
        set {
            guard newValue != current else { return }
            current = newValue
            RememberedState.change { g_key_file_set_string($0, RememberedState.group, name, newValue) }
        }
    }
}
