public import FilmgateDBus
public import FilmgateModel

/// The options of `RequestVideo`.
public struct VideoOptions: OptionDictionary, Hashable {
    public var handleToken: HandleToken?
    public var specification: VideoSpecification
    public var version = ImageSpecification.Version.current

    public init(_ specification: VideoSpecification, handleToken: HandleToken? = nil) {
        self.specification = specification
        self.handleToken = handleToken
    }

    public static let owner = "RequestVideo"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        let old = value?.specification
        handleToken = try options.field("handle-token", value?.handleToken)
        specification = VideoSpecification()
        specification.preset = try options.word("preset", old?.preset) ?? .medium
        specification.start = try options.time("start", old.flatMap { $0.start > 0 ? $0.start : nil }) ?? 0
        specification.end = try options.time("end", old?.end)
        version = try options.word("version", value?.version == .current ? nil : value?.version) ?? .current
        specification.isSlowMotion = try options.field("slow-motion", old?.isSlowMotion == true ? true : nil) ?? false
        specification.isFragmented = try options.field("progressive", old?.isFragmented == true ? true : nil) ?? false
        // The option `network` has no effect, because all content is local.
        _ = try options.field("network", nil as Bool?)
        options.check(specification.start < specification.end ?? .infinity, "'end' must be later than 'start'.")
    }
}

extension OptionCoder {
    /// Reads or writes a time in seconds, up to a hundred days.
    fileprivate mutating func time(_ key: String, _ time: Double?) throws(Failure) -> Double? {
        try field(key, time, as: { $0 }) { time, owner in
            let times = 0.0...8_640_000
            guard times.contains(time) else {
                throw WireError.invalidArgument(
                    "\(owner): '\(key)' must be a number of seconds from 0 to \(Int(times.upperBound)).")
            }
            return time
        }
    }
}
