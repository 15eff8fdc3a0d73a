/// The properties of an album or a folder. The raw values are their names on the bus.
public enum CollectionProperty: String, CaseIterable, Sendable {
    case id, title, type, subtype
    case startDate = "start-date"
    case endDate = "end-date"
    case estimatedCount = "estimated-count"
    case count
    case parent
    /// The asset that represents an album: the cover that was set, or else the newest asset.
    case cover
    /// The rule of a smart album that a client created, as a condition on assets.
    case rule = "where"

    /// Whether the property's value depends on the assets.
    public var isCounted: Bool {
        switch self {
        case .startDate, .endDate, .estimatedCount, .count, .cover: true
        case .id, .title, .type, .subtype, .parent, .rule: false
        }
    }
}

extension CollectionProperty: QueryProperty {
    public static let subject = "albums and folders"

    public var type: QueryType {
        switch self {
        case .id, .parent, .cover: .identifier
        case .title, .rule: .text
        case .type: .word(CollectionType.allCases.map(\.rawValue))
        case .subtype: .word(SmartAlbum.all.map(\.subtype) + [SmartAlbum.custom])
        case .startDate, .endDate: .date
        case .estimatedCount, .count: .number
        }
    }
}

extension PhotoCollection {
    /// Returns the value of a property, or nil if the collection has no value for it.
    public func value(of property: CollectionProperty) -> PropertyValue? {
        switch property {
        case .id: .text(id.description)
        case .title: .text(title)
        case .type: .text(type.rawValue)
        case .subtype: subtype.map(PropertyValue.text)
        case .startDate: startDate.map(PropertyValue.date)
        case .endDate: endDate.map(PropertyValue.date)
        case .estimatedCount: .unsigned(estimatedCount)
        case .count: .unsigned(count)
        case .parent: parent.map { .text($0.description) }
        case .cover: cover.map { .text($0.description) }
        case .rule: rule.map(PropertyValue.text)
        }
    }
}
