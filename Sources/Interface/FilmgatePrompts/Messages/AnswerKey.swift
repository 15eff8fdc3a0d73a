import FilmgateModel
@_exported public import struct FilmgatePolicy.PickAnswer
@_exported public import struct FilmgatePolicy.PromptAnswer
import FilmgateWire

// The keys of an answer and of its prompt's identifier in JSON. Front ends do not send `PromptAnswer.rule`.

enum AnswerKey: String, CodingKey {
    case id, decision, selection, albums, rights, `for`, remove, representation, keep, lasting, crops, trims
}

extension KeyedDecodingContainer<AnswerKey> {
    /// Decodes an answer. `done` becomes `picked`, which `PromptAnswer.fitted` converts unless the prompt is a picker.
    func answer(with limits: ContentLimits) throws -> FrontEndMessage {
        let selection = try decodeIfPresent([AssetID].self, forKey: .selection) ?? []
        let albums = try decodeIfPresent([AlbumID].self, forKey: .albums) ?? []
        let pick = PickAnswer(
            selection, removed: try decodeIfPresent(Set<MetadataKind>.self, forKey: .remove),
            representation: try decodeIfPresent(PickerConfiguration.Representation.self, forKey: .representation),
            keeps: try decodeIfPresent(Bool.self, forKey: .keep) ?? false,
            lasts: try decodeIfPresent(Bool.self, forKey: .lasting) ?? false,
            crops: try numbers(.crops, "four numbers from 0 to 1: x, y, width and height") { part in
                part.count == 4 ? UnitRectangle(x: part[0], y: part[1], width: part[2], height: part[3]) : nil
            },
            trims: try numbers(.trims, "two numbers of seconds: start and end") { times in
                times.count == 2 && 0 <= times[0] && times[0] < times[1] ? times[0]..<times[1] : nil
            })
        let decision: PromptAnswer.Decision =
            switch try decode(PromptAnswer.DecisionWord.self, forKey: .decision) {
            case .allow: .allow
            case .limit: .limit(selection.map { ObjectID($0) } + albums.map { ObjectID($0) })
            case .deny: .deny
            case .dismiss, .cancel: .dismiss
            case .done: .picked(pick)
            case .otherFiles: .otherFiles
            }
        let answer = PromptAnswer(decision, validity: try validity(), rights: try rights(), limits: limits)
        return .answer(answer, to: try decode(String.self, forKey: .id))
    }

    private func validity() throws -> PromptAnswer.Validity {
        guard let text = try decodeIfPresent(String.self, forKey: .for) else { return .lasting }
        guard let validity = PromptAnswer.Validity(text) else {
            throw corrupted(.for, "must be 'good', 'once' or a time such as '1d'")
        }
        return validity
    }

    private func rights() throws -> Rights? {
        try decodeIfPresent([String].self, forKey: .rights).map { names in
            names.compactMap { Rights(name: $0) }.reduce(into: []) { $0.formUnion($1) }
        }
    }
}

extension KeyedEncodingContainer<AnswerKey> {
    mutating func encode(_ answer: PromptAnswer, to prompt: String) throws {
        try encode(prompt, forKey: .id)
        switch answer.decision {
        case .allow: try encode(.allow)
        case .limit(let selection): try encode(.limit, selection)
        case .deny: try encode(.deny)
        case .dismiss: try encode(.dismiss)
        case .done(let selection): try encode(.done, selection)
        case .picked(let pick):
            try encode(.done, pick.items)
            try encodeIfPresent(pick.removed?.names, forKey: .remove)
            try encodeIfPresent(pick.representation, forKey: .representation)
            if pick.keeps { try encode(true, forKey: .keep) }
            if pick.lasts { try encode(true, forKey: .lasting) }
            try encode(pick.crops, .crops) { [$0.x, $0.y, $0.width, $0.height] }
            try encode(pick.trims, .trims) { [$0.lowerBound, $0.upperBound] }
        case .otherFiles: try encode(.otherFiles)
        }
        if answer.validity != .lasting { try encode(answer.validity.text, forKey: .for) }
        try encodeIfPresent(answer.rights?.names, forKey: .rights)
    }

    private mutating func encode(_ word: PromptAnswer.DecisionWord, _ selection: [some LocalIdentifier] = [AssetID]())
        throws
    {
        try encode(word, forKey: .decision)
        if !selection.isEmpty { try encode(selection, forKey: .selection) }
    }

    private mutating func encode<Value>(
        _ values: [AssetID: Value], _ key: Key, _ numbers: (Value) -> [Double]
    ) throws {
        guard !values.isEmpty else { return }
        try encode([String: [Double]](uniqueKeysWithValues: values.map { ($0.description, numbers($1)) }), forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Decodes the numbers of each asset, and converts them with `meaning`; returns no values if the key is missing.
    func numbers<Value>(_ key: Key, _ form: String, _ meaning: ([Double]) -> Value?) throws -> [AssetID: Value] {
        var values: [AssetID: Value] = [:]
        for (name, numbers) in try decodeIfPresent([String: [Double]].self, forKey: key) ?? [:] {
            guard let id = AssetID(name), let value = meaning(numbers) else {
                throw corrupted(key, "must hold \(form) for each asset")
            }
            values[id] = value
        }
        return values
    }

    func corrupted(_ key: Key, _ what: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: what)
    }
}
