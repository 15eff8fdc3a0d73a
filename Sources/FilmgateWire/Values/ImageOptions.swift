public import FilmgateDBus
public import FilmgateModel

/// The options of `RequestImage`.
public struct ImageOptions: DBusRepresentable, Hashable {
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

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "RequestImage")
        try self.init(from: &reader)
        try reader.finish()
    }

    /// Takes the options of an image; others may be left.
    init(from reader: inout OptionReader) throws {
        handleToken = try reader.take("handle-token")
        specification = ImageSpecification()
        specification.width = try reader.takeSide("width")
        specification.height = try reader.takeSide("height")
        specification.mode = try reader.takeWord("mode") ?? .fit
        specification.resize = try reader.takeWord("resize") ?? .exact
        specification.version = try reader.takeWord("version") ?? .current
        specification.format = try reader.takeWord("format") ?? .jpeg
        specification.color = try reader.takeWord("color") ?? .srgb
        if let crop = try reader.take("crop", as: Structure<Double, Double, Double, Double>.self) {
            let (x, y, width, height) = crop.values
            guard let part = UnitRectangle(x: x, y: y, width: width, height: height) else {
                throw WireError.invalidArgument(
                    "\(reader.owner): 'crop' must be a part of the picture: x, y, width and height between 0 and 1.")
            }
            specification.crop = part
        }
        delivery = try reader.takeWord("delivery") ?? .opportunistic
        // Everything is at hand.
        _ = try reader.take("network", as: Bool.self)
    }

    public var representation: Options {
        let wanted = specification
        var options: Options = [
            "mode": Variant(wanted.mode.rawValue), "resize": Variant(wanted.resize.rawValue),
            "version": Variant(wanted.version.rawValue), "format": Variant(wanted.format.rawValue),
            "color": Variant(wanted.color.rawValue), "delivery": Variant(delivery.rawValue),
        ]
        if let handleToken { options["handle-token"] = Variant(handleToken.text) }
        if let width = wanted.width { options["width"] = Variant(width) }
        if let height = wanted.height { options["height"] = Variant(height) }
        if wanted.crop != .whole {
            let crop = wanted.crop
            options["crop"] = Variant(Structure(crop.x, crop.y, crop.width, crop.height))
        }
        return options
    }
}

extension OptionReader {
    mutating func takeSide(_ key: String) throws -> UInt32? {
        guard let side = try take(key, as: UInt32.self) else { return nil }
        guard side > 0 else { throw WireError.invalidArgument("\(owner): '\(key)' must be at least 1.") }
        return side
    }
}
