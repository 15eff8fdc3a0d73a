public import FilmgateDBus
public import FilmgateModel

/// The options of `RequestVideo`.
public struct VideoOptions: DBusRepresentable, Hashable {
    public var handleToken: HandleToken?
    public var specification: VideoSpecification
    public var version = ImageSpecification.Version.current

    fileprivate enum Key: String {
        case preset, start, end, version, network
        case handleToken = "handle-token"
    }

    public init(_ specification: VideoSpecification, handleToken: HandleToken? = nil) {
        self.specification = specification
        self.handleToken = handleToken
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "RequestVideo")
        handleToken = try reader.take(Key.handleToken)
        specification = VideoSpecification()
        specification.preset = try reader.takeWord(Key.preset.rawValue) ?? .medium
        specification.start = try reader.takeTime(.start) ?? 0
        specification.end = try reader.takeTime(.end)
        version = try reader.takeWord(Key.version.rawValue) ?? .current
        // Everything is at hand.
        _ = try reader.take(Key.network, as: Bool.self)
        try reader.finish()
        guard specification.start < specification.end ?? .infinity else {
            throw WireError.invalidArgument("RequestVideo: 'end' must be later than 'start'.")
        }
    }

    public var representation: Options {
        var options: Options = [Key.preset.rawValue: Variant(specification.preset.rawValue)]
        options[Key.handleToken] = handleToken
        if specification.start > 0 { options[Key.start] = specification.start }
        options[Key.end] = specification.end
        if version != .current { options[Key.version] = version.rawValue }
        return options
    }
}

extension OptionReader {
    /// Returns a time in seconds, or nil if the key is absent.
    fileprivate mutating func takeTime(_ key: VideoOptions.Key) throws -> Double? {
        guard let time = try take(key, as: Double.self) else { return nil }
        guard VideoOptions.times.contains(time) else {
            throw WireError.invalidArgument(
                "\(owner): '\(key.rawValue)' must be a number of seconds from 0 to \(Int(VideoOptions.times.upperBound))."
            )
        }
        return time
    }
}

extension VideoOptions {
    /// Seconds: up to a hundred days.
    fileprivate static let times = 0.0...8_640_000
}
