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
        delivery = try reader.takeWord("delivery") ?? .opportunistic
        specification = try ImageSpecification(from: &reader)
    }

    public var representation: Options {
        var options = specification.options
        options["delivery"] = Variant(delivery.rawValue)
        if let handleToken { options["handle-token"] = Variant(handleToken.text) }
        return options
    }
}

extension ImageSpecification {
    /// Takes the options that say what an image is like; others may be left.
    init(from reader: inout OptionReader) throws {
        self.init()
        width = try reader.takeSide("width")
        height = try reader.takeSide("height")
        mode = try reader.takeWord("mode") ?? .fit
        resize = try reader.takeWord("resize") ?? .exact
        version = try reader.takeWord("version") ?? .current
        format = try reader.takeWord("format") ?? .jpeg
        color = try reader.takeWord("color") ?? .srgb
        if let part = try reader.take("crop", as: Structure<Double, Double, Double, Double>.self) {
            let (x, y, width, height) = part.values
            guard let part = UnitRectangle(x: x, y: y, width: width, height: height) else {
                throw WireError.invalidArgument(
                    "\(reader.owner): 'crop' must be a part of the picture: x, y, width and height between 0 and 1.")
            }
            crop = part
        }
        // Everything is at hand.
        _ = try reader.take("network", as: Bool.self)
    }

    var options: Options {
        var options: Options = [
            "mode": Variant(mode.rawValue), "resize": Variant(resize.rawValue), "version": Variant(version.rawValue),
            "format": Variant(format.rawValue), "color": Variant(color.rawValue),
        ]
        if let width { options["width"] = Variant(width) }
        if let height { options["height"] = Variant(height) }
        if crop != .whole { options["crop"] = Variant(Structure(crop.x, crop.y, crop.width, crop.height)) }
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
