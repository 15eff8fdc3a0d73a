import FilmgateDBus
public import FilmgateModel
import FilmgatePredicates

/// The options of `Fetch` for all kinds, each key once.
enum FetchKey: String {
    case identifiers, album, folder, containing, type, search, sort, limit, sources, arguments
    case predicate = "where"
    case includeHidden = "include-hidden"
    case includeTrashed = "include-trashed"
    case includeBurstMembers = "include-burst-members"
    case addedByOwner = "added-by-owner"
}

extension OptionReader {
    /// Takes `where` with `arguments` for its placeholders; returns nil if it is absent.
    ///
    /// - Throws: `WireError.invalidPredicate` with the column of the error, `WireError.invalidArgument` for arguments
    ///   of wrong types.
    public mutating func takePredicate<Property>(
        on type: Property.Type = Property.self
    ) throws -> Predicate<Property>? {
        let text = try take(FetchKey.predicate, as: String.self)
        let values = try take(FetchKey.arguments, as: [Variant].self)
        guard let text else {
            guard values == nil else {
                throw WireError.invalidArgument("\(owner): 'arguments' need a 'where' with placeholders.")
            }
            return nil
        }
        let arguments = try (values ?? []).enumerated().map { index, value in
            guard let argument = PredicateArgument(value) else {
                throw WireError.invalidArgument(
                    "\(owner): argument \(index + 1) must be a text, a number, or true or false, not of the type "
                        + "'\(value.signature)'.")
            }
            return argument
        }
        do throws(PredicateError) {
            return try Predicate(parsing: text, arguments: arguments)
        } catch {
            throw WireError.invalidPredicate(error.description + (error.description.hasSuffix("?") ? "" : "."))
        }
    }

    /// Takes `search`; returns nil if it is absent or has no words.
    mutating func takeSearch() throws -> SearchWords? {
        guard let text = try take(FetchKey.search, as: String.self) else { return nil }
        guard text.utf8.count <= Bounds.searchBytes else {
            throw WireError.invalidArgument("\(owner): 'search' is longer than \(Bounds.searchBytes) bytes.")
        }
        let search = SearchWords(text)
        guard (search?.words.count ?? 0) <= Bounds.searchWords else {
            throw WireError.invalidArgument("\(owner): 'search' has more than \(Bounds.searchWords) words.")
        }
        return search
    }

    /// Takes `sort`, in order of priority; returns none if it is absent.
    public mutating func takeOrder<Property: QueryProperty>(
        on type: Property.Type = Property.self
    ) throws -> [QueryOrder<Property>] {
        let order = try (take(FetchKey.sort, as: [Structure<String, Bool>].self) ?? []).map { pair in
            let (name, ascending) = pair.values
            guard let property = Property(rawValue: name), property.type != .unasked else {
                throw WireError.invalidArgument(
                    "\(owner): 'sort': \(Property.subject) cannot be sorted by '\(quotable(name))'.")
            }
            return QueryOrder(by: property, ascending: ascending)
        }
        guard Set(order.map(\.property)).count == order.count else {
            throw WireError.invalidArgument("\(owner): 'sort' names a property twice.")
        }
        return order
    }
}

extension Options {
    /// Writes what `takePredicate` and `takeOrder` read.
    mutating func put<Property: QueryProperty>(_ predicate: Predicate<Property>?, _ sort: [QueryOrder<Property>]) {
        self[FetchKey.predicate] = predicate?.text
        guard !sort.isEmpty else { return }
        self[FetchKey.sort] = sort.map { Structure($0.property.rawValue, $0.ascending) }
    }
}

extension PredicateArgument {
    /// Returns nil for a type that no literal has.
    fileprivate init?(_ value: Variant) {
        switch value.signature {
        case "s": self.init(value, PredicateArgument.text)
        case "b": self.init(value, PredicateArgument.boolean)
        case "d": self.init(value, PredicateArgument.real)
        case "y": self.init(value) { (number: UInt8) in .integer(Int64(number)) }
        case "n": self.init(value) { (number: Int16) in .integer(Int64(number)) }
        case "q": self.init(value) { (number: UInt16) in .integer(Int64(number)) }
        case "i": self.init(value) { (number: Int32) in .integer(Int64(number)) }
        case "u": self.init(value) { (number: UInt32) in .integer(Int64(number)) }
        case "x": self.init(value, PredicateArgument.integer)
        case "t":
            self.init(value) { (number: UInt64) in Int64(exactly: number).map { .integer($0) } ?? .real(Double(number))
            }
        default: return nil
        }
    }

    private init?<Value: DBusValue>(_ value: Variant, _ wrap: (Value) -> PredicateArgument) {
        guard let value = value.value(as: Value.self) else { return nil }
        self = wrap(value)
    }
}
