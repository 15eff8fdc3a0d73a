import FilmgateText

/// The result of one check.
struct Diagnosis: Encodable, Equatable {
    enum State: String, Encodable {
        case fine = "ok"
        /// It works, but the person should know or do something.
        case warning
        case fault
        /// It cannot be checked.
        case unknown
    }

    /// The name of the check.
    let check: TranslatableText
    let state: State
    /// A sentence.
    let finding: TranslatableText
    /// A sentence that says what to do.
    let fix: TranslatableText?

    private enum CodingKeys: String, CodingKey { case check, state, finding, fix }

    /// In English.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(check.english, forKey: .check)
        try values.encode(state, forKey: .state)
        try values.encode(finding.english, forKey: .finding)
        try values.encodeIfPresent(fix?.english, forKey: .fix)
    }
}

/// Collects the results of the checks.
struct Diagnoses {
    private(set) var all: [Diagnosis] = []

    mutating func fine(_ check: TranslatableText, _ finding: TranslatableText) {
        all.append(Diagnosis(check: check, state: .fine, finding: finding, fix: nil))
    }

    mutating func warn(_ check: TranslatableText, _ finding: TranslatableText, fix: TranslatableText? = nil) {
        all.append(Diagnosis(check: check, state: .warning, finding: finding, fix: fix))
    }

    mutating func fault(_ check: TranslatableText, _ finding: TranslatableText, fix: TranslatableText) {
        all.append(Diagnosis(check: check, state: .fault, finding: finding, fix: fix))
    }

    mutating func skip(_ check: TranslatableText, _ finding: TranslatableText, fix: TranslatableText? = nil) {
        all.append(Diagnosis(check: check, state: .unknown, finding: finding, fix: fix))
    }
}
