public import FilmgateDBus
public import FilmgateModel

/// The options of `OpenResource`.
public struct OpenResourceOptions: OptionDictionary, Hashable {
    /// The kinds of metadata to remove, in addition to the kinds that the client has no right to.
    public var without: Set<MetadataKind>
    /// The XMP packet to embed in a copy of the file. A worker checks the packet first.
    public var xmp: [UInt8]?
    /// Whether the caller passes the file on to a different program. Only the audit log uses this.
    public var isShared: Bool

    public init(without: Set<MetadataKind> = [], xmp: [UInt8]? = nil, isShared: Bool = false) {
        self.without = without
        self.xmp = xmp
        self.isShared = isShared
    }

    public static let owner = "OpenResource"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        without = try options.kinds("without", value?.without, usual: [])
        xmp = try options.field("xmp", value?.xmp)
        isShared = try options.field("shared", value?.isShared, usual: false)
        options.check(
            xmp.map { (1...EmbeddingPlan.mostPacket).contains($0.count) } ?? true,
            "'xmp' must have 1 to \(EmbeddingPlan.mostPacket) bytes, not \(xmp?.count ?? 0).")
    }
}

/// The details of a file that `OpenResource` has opened.
public struct OpenResourceReply: OptionDictionary, Hashable {
    /// The kinds of metadata that were found in the file and removed.
    public let redacted: Set<MetadataKind>
    /// The format of an edit's adjustment data; nil for other files.
    public let format: AdjustmentFormat?

    public init(redacted: Set<MetadataKind>, format: AdjustmentFormat? = nil) {
        self.redacted = redacted
        self.format = format
    }

    public static let owner = "OpenResource"
    public static let tolerance = OptionTolerance.unknownKeys

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        redacted = try options.knownKinds("redacted", value?.redacted)
        format = try options.format(value?.format)
    }
}

/// The options of `RequestResource`.
public struct ResourceOptions: OptionDictionary, Hashable {
    public var handleToken: HandleToken?
    /// The kinds of metadata to remove, as in `OpenResourceOptions`.
    public var without: Set<MetadataKind>
    /// The part of the file to deliver; nil means the whole file.
    public var part: ByteRange?

    /// A part of a file.
    public struct ByteRange: Hashable, Sendable {
        public var offset: UInt64
        /// The length in bytes; nil means everything up to the end of the file.
        public var length: UInt64?
        /// The maximum length of a part, in bytes.
        public static let most: UInt64 = 64 << 20

        /// Returns the bytes of the part that exist in a file of this size.
        public func clamped(to size: UInt64) -> Range<UInt64> {
            let start = min(offset, size)
            return start..<start + min(length ?? .max, size - start)
        }
    }

    public init(without: Set<MetadataKind> = [], part: ByteRange? = nil, handleToken: HandleToken? = nil) {
        self.without = without
        self.part = part
        self.handleToken = handleToken
    }

    public static let owner = "RequestResource"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        handleToken = try options.field("handle-token", value?.handleToken)
        without = try options.kinds("without", value?.without, usual: [])
        let offset = try options.field("offset", value?.part?.offset)
        let length = try options.field("length", value?.part?.length)
        part = offset == nil && length == nil ? nil : ByteRange(offset: offset ?? 0, length: length)
        // The option `network` has no effect, because all content is local.
        _ = try options.field("network", nil as Bool?)
    }
}
