import FilmgateModel

/// The keys of a policy file's sections.
public enum PolicyKey: String, CaseIterable, Sendable {
    case highest, preset, prompts, locations, rights, quarantine
    case maxPixels = "max-pixels"
    case mediaTypes = "media-types"
    case addedBytesPerDay = "added-bytes-per-day"
    case addedItemsPerDay = "added-items-per-day"
    case lapseAfterDays = "lapse-after-days"
    case tripwireOriginals = "tripwire-originals"
    case tripwireImages = "tripwire-images"
    case pickPassword = "pick-password"
}

/// Thrown if a key has an invalid value.
public struct InvalidRuleValue: Error, Hashable, Sendable {
    /// The text that follows "must be" in the error.
    public let expected: String
}

extension ClientRules {
    /// The place of each key that is set.
    public var places: [PolicyKey: PolicyFileLocation] {
        let places: [PolicyKey: PolicyFileLocation?] = [
            .highest: highest?.place, .preset: preset?.place, .prompts: prompts?.place, .locations: locations?.place,
            .rights: rights?.place, .quarantine: quarantine?.place, .maxPixels: maxPixels?.place,
            .mediaTypes: mediaTypes?.place, .addedBytesPerDay: addedBytesPerDay?.place,
            .addedItemsPerDay: addedItemsPerDay?.place, .lapseAfterDays: lapseAfterDays?.place,
            .tripwireOriginals: tripwireOriginals?.place, .tripwireImages: tripwireImages?.place,
            .pickPassword: pickPassword?.place,
        ]
        return places.compactMapValues(\.self)
    }

    /// Sets a key to the value in a file.
    ///
    /// - Throws: `InvalidRuleValue` if the key cannot have the value. In that case, nothing changes.
    public mutating func set(_ key: PolicyKey, to text: String, at place: PolicyFileLocation) throws(InvalidRuleValue) {
        switch key {
        case .highest: highest = PolicyValue(try level(text), at: place)
        case .preset:
            preset = PolicyValue(text == "undetermined" ? nil : try level(text, or: "undetermined"), at: place)
        case .prompts: prompts = PolicyValue(try flag(text), at: place)
        case .locations: locations = PolicyValue(try precision(text), at: place)
        case .rights: rights = PolicyValue(try FilmgatePolicy.rights(text), at: place)
        case .quarantine: quarantine = PolicyValue(try flag(text), at: place)
        case .maxPixels:
            let most = try number(text, from: 1, to: UInt64(UInt32.max), or: "unlimited")
            maxPixels = PolicyValue(most.map { UInt32(clamping: $0) }, at: place)
        case .mediaTypes: mediaTypes = PolicyValue(try FilmgatePolicy.mediaTypes(text), at: place)
        case .addedBytesPerDay: addedBytesPerDay = PolicyValue(try bytes(text), at: place)
        case .addedItemsPerDay: addedItemsPerDay = PolicyValue(try number(text, from: 0, or: "unlimited"), at: place)
        case .lapseAfterDays:
            lapseAfterDays = PolicyValue(try number(text, from: 1, to: 36_500, or: "never"), at: place)
        case .tripwireOriginals: tripwireOriginals = PolicyValue(try tripwireLimit(text), at: place)
        case .tripwireImages: tripwireImages = PolicyValue(try tripwireLimit(text), at: place)
        case .pickPassword: pickPassword = PolicyValue(try FilmgatePolicy.pickPassword(text), at: place)
        }
    }

    /// Returns the value of a key as a policy file spells it, or nil if the key is not set.
    public func text(of key: PolicyKey) -> String? {
        switch key {
        case .highest: highest?.value.rawValue
        case .preset: preset.map { $0.value?.rawValue ?? "undetermined" }
        case .prompts: prompts.map { String($0.value) }
        case .locations: locations.map { $0.value.map { $0 == .exact ? "true" : $0.rawValue } ?? "false" }
        case .rights: rights.map { $0.value.names.isEmpty ? "none" : $0.value.names.joined(separator: ";") }
        case .quarantine: quarantine.map { String($0.value) }
        case .maxPixels: maxPixels.map { $0.value.map { String($0) } ?? "unlimited" }
        case .mediaTypes: mediaTypes?.value.names.joined(separator: ";")
        case .addedBytesPerDay: addedBytesPerDay.map { $0.value.map { String($0) } ?? "unlimited" }
        case .addedItemsPerDay: addedItemsPerDay.map { $0.value.map { String($0) } ?? "unlimited" }
        case .lapseAfterDays: lapseAfterDays.map { $0.value.map { String($0) } ?? "never" }
        case .tripwireOriginals: tripwireOriginals.map { $0.value?.description ?? "unlimited" }
        case .tripwireImages: tripwireImages.map { $0.value?.description ?? "unlimited" }
        case .pickPassword: pickPassword?.value.rawValue
        }
    }
}

private func level(_ text: String, or word: String? = nil) throws(InvalidRuleValue) -> RuleLevel {
    guard let level = RuleLevel(rawValue: text) else {
        let words = RuleLevel.allCases.map(\.rawValue) + (word.map { [$0] } ?? [])
        throw InvalidRuleValue(expected: "one of '\(words.joined(separator: "', '"))'")
    }
    return level
}

private func flag(_ text: String) throws(InvalidRuleValue) -> Bool {
    switch text {
    case "true", "yes": true
    case "false", "no": false
    default: throw InvalidRuleValue(expected: "'true' or 'false'")
    }
}

private func pickPassword(_ text: String) throws(InvalidRuleValue) -> PickPasswordRequirement {
    guard let value = PickPasswordRequirement(rawValue: text) else {
        throw InvalidRuleValue(
            expected: "one of '\(PickPasswordRequirement.allCases.map(\.rawValue).joined(separator: "', '"))'")
    }
    return value
}

/// Parses a precision. Returns nil if the text forbids locations.
private func precision(_ text: String) throws(InvalidRuleValue) -> LocationPrecision? {
    switch text {
    case "true", "yes": .exact
    case "false", "no": nil
    case LocationPrecision.town.rawValue: .town
    default: throw InvalidRuleValue(expected: "'true', 'false' or 'town'")
    }
}

/// Splits a list such as `originals;write`. A semicolon may follow the last word.
private func words(_ text: String) -> [Substring] {
    (text.hasSuffix(";") ? text.dropLast() : text[...]).split(separator: ";", omittingEmptySubsequences: false)
}

private func mediaTypes(_ text: String) throws(InvalidRuleValue) -> Set<MediaType> {
    var types: Set<MediaType> = []
    for name in words(text) {
        guard let type = MediaType(rawValue: String(name)) else {
            throw InvalidRuleValue(expected: "'image', 'video' or 'image;video'")
        }
        types.insert(type)
    }
    return types
}

private func rights(_ text: String) throws(InvalidRuleValue) -> Rights {
    if text == "none" { return [] }
    var rights: Rights = []
    for name in words(text) {
        guard let right = Rights(name: String(name)) else {
            throw InvalidRuleValue(
                expected: "'none', or some of '\(Rights.all.names.joined(separator: "', '"))' with ';' between them")
        }
        rights.formUnion(right)
    }
    guard rights.isComplete else { throw InvalidRuleValue(expected: "complete: 'manage' needs 'write'") }
    return rights
}

/// Parses a number. Returns nil if the text is `word`, which means no limit.
private func number(
    _ text: String, from least: UInt64, to most: UInt64 = .max, or word: String
) throws(InvalidRuleValue) -> UInt64? {
    if text == word { return nil }
    guard let number = digits(text[...]), number >= least, number <= most else {
        let range = most == .max ? "of at least \(least)" : "from \(least) to \(most)"
        throw InvalidRuleValue(expected: "a whole number \(range), or '\(word)'")
    }
    return number
}

/// Parses a tripwire's limit. Returns nil for `unlimited`.
private func tripwireLimit(_ text: String) throws(InvalidRuleValue) -> TripwireLimit? {
    if text == "unlimited" { return nil }
    guard let limit = TripwireLimit(text) else {
        throw InvalidRuleValue(
            expected:
                "a number from 1 to \(TripwireLimit.mostAssets) and a period up to 24h, such as '500/1m', or 'unlimited'"
        )
    }
    return limit
}

/// Parses a number of bytes such as `500M`, which is 500 MiB: K, M, G and T are powers of 1024.
private func bytes(_ text: String) throws(InvalidRuleValue) -> UInt64? {
    if text == "unlimited" { return nil }
    let unit = text.last.flatMap { "KMGT".firstIndex(of: $0) }.map {
        "KMGT".distance(from: "KMGT".startIndex, to: $0) + 1
    }
    if let number = digits(unit == nil ? text[...] : text.dropLast()) {
        let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: 1 << (10 * UInt64(unit ?? 0)))
        if !isTooMuch { return bytes }
    }
    throw InvalidRuleValue(expected: "a number of bytes, such as 500000000 or 500M (MiB), or 'unlimited'")
}

/// Parses a number that consists only of digits. Returns nil for other strings.
private func digits(_ text: Substring) -> UInt64? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt64(text) : nil
}
