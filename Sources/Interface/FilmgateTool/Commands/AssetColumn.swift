import Filmgate
import FilmgateText

/// A column of `assets list`: one property, or a combination of several properties.
enum AssetColumn: Hashable, Sendable {
    case property(AssetProperty)
    /// Width and height.
    case pixels

    /// Returns the default columns. A narrow terminal shows fewer columns, to leave room for the filenames.
    static func usual(_ date: AssetProperty = .creationDate, width: Int?) -> [AssetColumn] {
        let details: [AssetColumn] =
            (width ?? .max) >= 100 ? [.property(.mediaType), .pixels, .property(.fileSize)] : []
        return [.property(.id), .property(date)] + details + [.property(.filename)]
    }

    /// The default columns of a list with pictures, which shows each value on a line beside the picture.
    static let besidePictures: [AssetColumn] = [
        .property(.filename), .property(.creationDate), .property(.mediaType), .pixels, .property(.fileSize),
        .property(.id),
    ]

    static var allNames: [String] { AssetProperty.readable.map(\.rawValue) + ["pixels"] }

    init?(_ name: String) {
        if name == "pixels" {
            self = .pixels
        } else if let property = AssetProperty(rawValue: name), property.isReadable {
            self = .property(property)
        } else {
            return nil
        }
    }

    var heading: String {
        switch self {
        case .property(let property): property.rawValue.uppercased()
        case .pixels: "PIXELS"
        }
    }

    /// The label of a value that is shown on its own line.
    var label: String { heading.lowercased() }

    var properties: Set<AssetProperty> {
        switch self {
        // The date is shown in the local time of the place where the photo was taken, which depends on the offset.
        case .property(.creationDate): [.creationDate, .clockOffset]
        case .property(let property): [property]
        case .pixels: [.pixelWidth, .pixelHeight]
        }
    }

    var column: Table.Column {
        switch self {
        case .property(let property):
            Table.Column(
                heading, numeric: property.isNumeric, shrinks: property.isProse, isIdentifier: property == .id)
        case .pixels: Table.Column(heading, numeric: true)
        }
    }

    func text(of asset: Asset) -> String {
        switch self {
        case .property(.fileSize): asset.fileSize.map(AmountText.bytes) ?? ""
        case .property(.creationDate): asset.dateText
        case .property(let property): asset[property].map(\.text) ?? ""
        case .pixels: asset.pixelText ?? ""
        }
    }
}

extension Asset {
    /// The creation date, in the local time of the place where the asset was taken.
    var dateText: String {
        guard case .date(let moment)? = self[.creationDate] else { return "" }
        return TimeText.local(moment, offset: clockOffset)
    }

    /// The size as text: `4032×3024`.
    var pixelText: String? {
        guard let pixelWidth, let pixelHeight else { return nil }
        return "\(pixelWidth)×\(pixelHeight)"
    }
}

extension AssetProperty {
    fileprivate var isNumeric: Bool {
        switch self {
        case .rating, .pixelWidth, .pixelHeight, .orientation, .duration, .fileSize, .timeZone, .clockOffset: true
        default: false
        }
    }

    /// Whether the column's values can have any length.
    fileprivate var isProse: Bool {
        switch self {
        case .title, .caption, .altText, .keywords, .filename, .subtypes, .camera, .lens, .place: true
        default: false
        }
    }
}

extension PropertyValue {
    /// The value as text for people.
    var text: String {
        switch self {
        case .text(let text): text
        case .texts(let texts): texts.joined(separator: ", ")
        case .flag(let flag): flag ? localized("yes") : localized("no")
        case .date(let moment): TimeText.local(moment)
        case .place(let place): "\(place.latitude), \(place.longitude)"
        case .signed(let number): String(number)
        case .unsigned(let number): String(number)
        case .bytes(let number): String(number)
        case .seconds(let seconds): "\(seconds)"
        }
    }
}
