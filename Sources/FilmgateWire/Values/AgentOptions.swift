public import FilmgateDBus

/// What an agent says about itself when it registers: the options of `RegisterAgent`.
public struct AgentOptions: DBusRepresentable, Hashable {
    /// Whether it can show an app's page in the settings window.
    public var showsSettings: Bool

    private enum Key: String { case settings }

    public init(showsSettings: Bool = false) { self.showsSettings = showsSettings }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "RegisterAgent")
        showsSettings = try reader.take(Key.settings) ?? false
        try reader.finish()
    }

    /// Without the key if it is false, so that a broker that does not know it accepts the agent.
    public var representation: Options {
        var options: Options = [:]
        options[Key.settings] = showsSettings ? true : nil
        return options
    }
}
