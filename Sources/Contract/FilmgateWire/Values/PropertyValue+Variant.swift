public import FilmgateDBus
public import FilmgateModel

extension PropertyValue {
    /// Returns nil for a type that no property uses.
    public init?(_ variant: Variant) {
        switch variant.signature {
        case "s": self.init(variant, PropertyValue.text)
        case "as": self.init(variant, PropertyValue.texts)
        case "b": self.init(variant, PropertyValue.flag)
        case "x": self.init(variant) { .date(Timestamp(rawValue: $0)) }
        case "i": self.init(variant, PropertyValue.signed)
        case "u": self.init(variant, PropertyValue.unsigned)
        case "t": self.init(variant, PropertyValue.bytes)
        case "d": self.init(variant, PropertyValue.seconds)
        case "(dd)":
            guard let pair = variant.value(as: Structure<Double, Double>.self)?.values,
                let place = Location(latitude: pair.0, longitude: pair.1)
            else { return nil }
            self = .place(place)
        default: return nil
        }
    }

    private init?<Value: DBusValue>(_ variant: Variant, _ wrap: (Value) -> PropertyValue) {
        guard let value = variant.value(as: Value.self) else { return nil }
        self = wrap(value)
    }

    var variant: Variant {
        switch self {
        case .text(let value): Variant(value)
        case .texts(let value): Variant(value)
        case .flag(let value): Variant(value)
        case .date(let value): Variant(value.rawValue)
        case .place(let value): Variant(Structure(value.latitude, value.longitude))
        case .signed(let value): Variant(value)
        case .unsigned(let value): Variant(value)
        case .bytes(let value): Variant(value)
        case .seconds(let value): Variant(value)
        }
    }
}
