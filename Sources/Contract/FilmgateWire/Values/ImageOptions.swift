public import FilmgateDBus
public import FilmgateModel

/// The options of `RequestImage`.
public struct ImageOptions: OptionDictionary, Hashable {
    public var handleToken: HandleToken?
    public var specification: ImageSpecification
    public var delivery: ImageDelivery

    public init(
        _ specification: ImageSpecification, delivery: ImageDelivery = .opportunistic, handleToken: HandleToken? = nil
    ) {
        self.specification = specification
        self.delivery = delivery
        self.handleToken = handleToken
    }

    public static let owner = "RequestImage"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        handleToken = try options.field("handle-token", value?.handleToken)
        delivery = try options.word("delivery", value?.delivery) ?? .opportunistic
        specification = try ImageSpecification(value?.specification, &options)
    }
}

extension ImageSpecification {
    /// Reads or writes the options that describe an image.
    init<Coder: OptionCoder>(_ value: ImageSpecification?, _ options: inout Coder) throws(Coder.Failure) {
        self.init()
        width = try options.side("width", value?.width)
        height = try options.side("height", value?.height)
        mode = try options.word("mode", value?.mode) ?? .fit
        resize = try options.word("resize", value?.resize) ?? .exact
        version = try options.word("version", value?.version) ?? .current
        format = try options.word("format", value?.format) ?? .jpeg
        color = try options.word("color", value?.color) ?? .srgb
        crop = try options.part("crop", value?.crop) ?? .whole
        // The option `network` has no effect, because all content is local.
        _ = try options.field("network", nil as Bool?)
    }
}

extension OptionCoder {
    /// Reads or writes a part of a picture. The key is absent if the part is the whole picture.
    mutating func part(_ key: String, _ part: UnitRectangle?) throws(Failure) -> UnitRectangle? {
        try field(key, part, as: { $0 == .whole ? nil : $0.sides }) { sides, owner in
            guard let part = UnitRectangle(sides) else {
                throw WireError.invalidArgument(
                    "\(owner): '\(key)' must be a part of the picture: x, y, width and height between 0 and 1.")
            }
            return part
        }
    }
}

extension UnitRectangle {
    typealias Sides = Structure<Double, Double, Double, Double>

    /// Returns nil if the rectangle is not within the picture.
    init?(_ sides: Sides) {
        let (x, y, width, height) = sides.values
        self.init(x: x, y: y, width: width, height: height)
    }

    var sides: Sides { Structure(x, y, width, height) }
}
