public import FilmgateDBus
public import FilmgateModel

/// The options of `OpenResource`.
public struct OpeningOptions: DBusRepresentable, Hashable {
    /// The kinds of metadata to remove, beside those that the client has no right to.
    public var without: Set<MetadataKind>
    /// The XMP packet to put into a copy of the file, which a worker checks.
    public var xmp: [UInt8]?

    public init(without: Set<MetadataKind> = [], xmp: [UInt8]? = nil) {
        self.without = without
        self.xmp = xmp
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "OpenResource")
        without = try reader.takeKinds(OptionReader.without) ?? []
        xmp = try reader.take("xmp", as: [UInt8].self)
        if let xmp, xmp.isEmpty || xmp.count > Embedding.mostPacket {
            throw WireError.invalidArgument(
                "OpenResource: 'xmp' must have 1 to \(Embedding.mostPacket) bytes, not \(xmp.count).")
        }
        try reader.finish()
    }

    public var representation: Options {
        var options: Options = without.isEmpty ? [:] : [OptionReader.without: Variant(without.names)]
        if let xmp { options["xmp"] = Variant(xmp) }
        return options
    }
}

/// The details of a file that `OpenResource` has opened.
public struct OpeningDetails: DBusRepresentable, Hashable {
    /// The kinds of metadata that were found and removed.
    public let redacted: Set<MetadataKind>
    /// The format of an edit's adjustment data; nil for other files.
    public let format: AdjustmentFormat?

    private enum Key: String {
        case format = "adjustment-format"
        case version = "adjustment-version"
    }

    public init(redacted: Set<MetadataKind>, format: AdjustmentFormat? = nil) {
        self.redacted = redacted
        self.format = format
    }

    public init(representation: Options) throws {
        // Not finished: clients ignore what a newer broker adds.
        var reader = OptionReader(representation, of: "OpenResource")
        redacted = try reader.takeRedacted()
        let identifier = try reader.take(Key.format, as: String.self)
        let version = try reader.take(Key.version, as: String.self)
        format = identifier.flatMap { identifier in
            version.flatMap { AdjustmentFormat(identifier: identifier, version: $0) }
        }
    }

    public var representation: Options {
        var options: Options = [OptionReader.redacted: Variant(redacted.names)]
        options[Key.format] = format?.identifier
        options[Key.version] = format?.version
        return options
    }
}

/// The options of `RequestResource`.
public struct ResourceOptions: DBusRepresentable, Hashable {
    public var handleToken: HandleToken?
    /// As for `OpenResource`.
    public var without: Set<MetadataKind>
    /// The part of the file to deliver; nil for the whole file.
    public var part: Part?

    /// A part of a file.
    public struct Part: Hashable, Sendable {
        public var offset: UInt64
        /// In bytes; nil for all up to the end.
        public var length: UInt64?
        /// The most bytes of a part.
        public static let most: UInt64 = 64 << 20

        public init(offset: UInt64, length: UInt64? = nil) {
            self.offset = offset
            self.length = length
        }

        /// The bytes of the part that a file of this size has.
        public func clamped(to size: UInt64) -> Range<UInt64> {
            let start = min(offset, size)
            return start..<start + min(length ?? .max, size - start)
        }
    }

    public init(without: Set<MetadataKind> = [], part: Part? = nil, handleToken: HandleToken? = nil) {
        self.without = without
        self.part = part
        self.handleToken = handleToken
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "RequestResource")
        handleToken = try reader.take("handle-token")
        without = try reader.takeKinds(OptionReader.without) ?? []
        let offset = try reader.take("offset", as: UInt64.self)
        let length = try reader.take("length", as: UInt64.self)
        if offset != nil || length != nil { part = Part(offset: offset ?? 0, length: length) }
        // Everything is at hand.
        _ = try reader.take("network", as: Bool.self)
        try reader.finish()
    }

    public var representation: Options {
        var options = OpeningOptions(without: without).representation
        if let handleToken { options["handle-token"] = Variant(handleToken.text) }
        if let part {
            options["offset"] = Variant(part.offset)
            if let length = part.length { options["length"] = Variant(length) }
        }
        return options
    }
}

extension OptionReader {
    fileprivate static let without = "without"
    static let redacted = "redacted"

    /// What was removed, without kinds that a newer broker may know.
    mutating func takeRedacted() throws -> Set<MetadataKind> {
        let names = try take(OptionReader.redacted, as: [String].self) ?? []
        return Set(names.compactMap(MetadataKind.init))
    }

    /// Returns nil if the key is absent.
    ///
    /// - Throws: `WireError.invalidArgument` for an unknown kind, with those that there are.
    mutating func takeKinds(_ key: String) throws -> Set<MetadataKind>? {
        guard let names = try take(key, as: [String].self) else { return nil }
        return Set(
            try names.map { name in
                guard let kind = MetadataKind(rawValue: name) else {
                    let all = MetadataKind.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
                    throw WireError.invalidArgument("\(owner): '\(key)' may hold \(all).")
                }
                return kind
            })
    }
}
