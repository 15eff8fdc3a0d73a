import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateSystem

// Encodes and decodes a picker's configuration and an agent's answer. `IdentifierList` encodes the long lists.

extension Options {
    /// - Throws: `Errno` if a memory file for a long list cannot be created.
    mutating func put(_ configuration: PickerConfiguration) throws(Errno) {
        put { _ = PickerConfiguration(configuration, &$0) }
        try IdentifierList.put(configuration.preselected, as: PickerConfiguration.preselectedKey, into: &self)
    }

    /// - Throws: `Errno` if a memory file for a long list cannot be created.
    mutating func put(_ answer: PickAnswer) throws(Errno) {
        put { _ = PickAnswer(answer, &$0) }
        try IdentifierList.put(answer.items, as: PickAnswer.itemsKey, into: &self)
    }
}

extension OptionReader {
    /// Decodes the broker's request. Ignores values that only a newer broker knows. Blocks while it reads a long list.
    mutating func takePickerConfiguration() throws -> PickerConfiguration {
        var configuration = try PickerConfiguration(nil, &self)
        configuration.preselected =
            try takeIdentifiers(PickerConfiguration.preselectedKey, of: AssetID.self) ?? []
        return configuration
    }

    /// Decodes an agent's answer, or returns nil if the answer has no items. Blocks while it reads a long list.
    mutating func takePickAnswer() throws -> PickAnswer? {
        let items = try takeIdentifiers(PickAnswer.itemsKey, of: AssetID.self)
        var answer = try PickAnswer(nil, &self)
        answer.items = items ?? []
        return items == nil ? nil : answer
    }
}

extension PickerConfiguration {
    fileprivate static let preselectedKey = "preselected"

    fileprivate init<Coder: OptionCoder>(
        _ value: PickerConfiguration?, _ options: inout Coder
    ) throws(Coder.Failure) {
        self.init()
        limit = Int(try options.required("limit", value.map { UInt32(clamping: $0.limit) }))
        isOrdered = try options.field("ordered", value?.isOrdered) ?? false
        filter = try options.field("filter", value?.filter)
        album = try options.identifier("album", value?.album)
        search = try options.field("search", value?.search)
        prompt = try options.field("prompt", value?.prompt)
        crop = try options.raw("crop", value?.crop)
        maxDuration = try options.field("max-duration", value?.maxDuration)
        representation = try options.raw("representation", value?.representation) ?? .current
        offersRepresentation = try options.field("choose-representation", value?.offersRepresentation) ?? false
        removed = try options.knownKinds("remove", value?.removed)
        offersKeep = try options.field("keep", value?.offersKeep) ?? false
        offersLasting = try options.field("lasting", value?.offersLasting) ?? false
        offersOtherFiles = try options.field("other-files", value?.offersOtherFiles) ?? false
    }
}

extension PickAnswer {
    fileprivate static let itemsKey = "items"

    fileprivate init<Coder: OptionCoder>(_ value: PickAnswer?, _ options: inout Coder) throws(Coder.Failure) {
        self.init([])
        removed = try options.kinds("remove", value?.removed)
        representation = try options.word("representation", value?.representation)
        keeps = try options.field("keep", value?.keeps, usual: false)
        lasts = try options.field("lasting", value?.lasts, usual: false)
        crops = try options.parts("crops", value?.crops, as: \.sides) { UnitRectangle($0) }
        trims = try options.parts("trims", value?.trims, as: { Structure($0.lowerBound, $0.upperBound) }) { ends in
            let (start, end) = ends.values
            // These comparisons are also false for NaN.
            return start >= 0 && start < end && end < .infinity ? start..<end : nil
        }
    }
}

extension OptionCoder {
    /// Reads or writes parts of items, such as crops, keyed by the items' identifiers.
    fileprivate mutating func parts<Part, Encoded: DBusValue>(
        _ key: String, _ parts: [AssetID: Part]?, as encoded: (Part) -> Encoded, _ decoded: (Encoded) -> Part?
    ) throws(Failure) -> [AssetID: Part] {
        try field(
            key, parts,
            as: { parts in
                parts.isEmpty
                    ? nil : [String: Encoded](uniqueKeysWithValues: parts.map { ($0.description, encoded($1)) })
            }
        ) { named, owner in
            var parts: [AssetID: Part] = [:]
            for (name, part) in named {
                guard let id = AssetID(name), let part = decoded(part) else {
                    throw WireError.invalidArgument("\(owner): '\(key)' contains an unknown part of an item.")
                }
                parts[id] = part
            }
            return parts
        } ?? [:]
    }
}
