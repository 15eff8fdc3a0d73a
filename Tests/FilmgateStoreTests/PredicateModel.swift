import FilmgateModel

/// What a predicate says of an asset, worked out from the values that a client is told: the language's meaning once
/// more, in the simplest words.
struct PredicateModel {
    let row: AssetRow

    /// Nil if it is unknown.
    func truth(_ predicate: Predicate<AssetProperty>) -> Bool? {
        switch predicate {
        case .constant(let value): return value
        case .and(let parts):
            let truths = parts.map(truth)
            return truths.contains(false) ? false : truths.contains(nil) ? nil : true
        case .or(let parts):
            let truths = parts.map(truth)
            return truths.contains(true) ? true : truths.contains(nil) ? nil : false
        case .not(let part): return truth(part).map { !$0 }
        case .comparison(let left, let comparison, let right): return compare(left, comparison, right)
        case .isIn(let operand, let literals):
            return truth(.or(literals.map { .comparison(operand, .equal, .literal($0)) }))
        case .between(let operand, let low, let high):
            return truth(
                .and([.comparison(operand, .greaterOrEqual, low), .comparison(operand, .lessOrEqual, high)]))
        case .contains(let property, let text):
            switch row.values[property] {
            case .texts(let elements): return elements.contains { folded($0) == folded(text) }
            case .text(let own): return has(folded(own), folded(text))
            default: return property.type == .texts ? false : nil
            }
        case .like(let property, let pattern):
            guard case .text(let own) = row.values[property] else { return nil }
            return isOf(folded(own)[...], folded(pattern.text)[...])
        case .isNull(let property): return row.values[property] == nil
        case .near(let property, let place, let kilometers):
            guard case .place(let own) = row.values[property] else { return nil }
            return own.distance(to: place) <= kilometers * 1000
        }
    }

    private struct Bytes: Comparable {
        let bytes: [UInt8]

        init(_ text: String) { bytes = Array(text.utf8) }

        static func < (left: Bytes, right: Bytes) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
    }

    private enum Plain: Comparable {
        case text(Bytes)
        case number(Double)
        case date(Timestamp)
    }

    private func compare(
        _ left: Operand<AssetProperty>, _ comparison: Comparison, _ right: Operand<AssetProperty>
    ) -> Bool? {
        guard let left = plain(left), let right = plain(right) else { return nil }
        return switch comparison {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }

    private func plain(_ operand: Operand<AssetProperty>) -> Plain? {
        switch operand {
        case .latitude(let property), .longitude(let property):
            guard case .place(let place) = row.values[property] else { return nil }
            if case .latitude = operand { return .number(place.latitude) }
            return .number(place.longitude)
        case .property(let property):
            switch row.values[property] {
            case .text(let text): return .text(Bytes(text))
            case .flag(let flag): return .number(flag ? 1 : 0)
            case .date(let date): return .date(date)
            case .signed(let number): return .number(Double(number))
            case .unsigned(let number): return .number(Double(number))
            case .bytes(let number): return .number(Double(number))
            case .seconds(let number): return .number(number)
            case .texts, .place, nil: return nil
            }
        case .literal(let literal):
            switch literal {
            case .text(let text): return .text(Bytes(text))
            case .integer(let number): return .number(Double(number))
            case .real(let number): return .number(number)
            case .boolean(let flag): return .number(flag ? 1 : 0)
            case .date(let date): return .date(date)
            case .identifier(let id): return .text(Bytes(id.description))
            case .contentHash(let hash): return .text(Bytes(hash.description))
            }
        }
    }

    private func folded(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.map { ["B": "b", "Ä": "ä", "Σ": "σ", "ς": "σ"][$0] ?? $0 }
    }

    private func has(_ text: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
        part.isEmpty || text.indices.contains { text[$0...].starts(with: part) }
    }

    private func isOf(_ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let sign = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        if sign == "%" { return isOf(text, rest) || !text.isEmpty && isOf(text.dropFirst(), pattern) }
        guard let scalar = text.first else { return false }
        if sign == "\\", let escaped = rest.first, ["%", "_", "\\"].contains(escaped) {
            return scalar == escaped && isOf(text.dropFirst(), rest.dropFirst())
        }
        return (sign == "_" || sign == scalar) && isOf(text.dropFirst(), rest)
    }
}
