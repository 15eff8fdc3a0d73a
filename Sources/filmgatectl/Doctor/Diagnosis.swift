/// What was found at one place of an installation.
struct Diagnosis: Encodable, Equatable {
    enum State: String, Encodable {
        case fine = "ok"
        /// It works, and something should be known or done.
        case warning
        case fault
        /// It could not be looked at.
        case unknown
    }

    /// What was looked at, in a word or two.
    let check: String
    let state: State
    /// A sentence.
    let finding: String
    /// What to do, a sentence; nil where there is nothing.
    let fix: String?
}

/// Findings as they are made.
struct Diagnoses {
    private(set) var all: [Diagnosis] = []

    var areHealthy: Bool { !all.contains { $0.state == .fault } }

    mutating func fine(_ check: String, _ finding: String) {
        all.append(Diagnosis(check: check, state: .fine, finding: finding, fix: nil))
    }

    mutating func warn(_ check: String, _ finding: String, fix: String? = nil) {
        all.append(Diagnosis(check: check, state: .warning, finding: finding, fix: fix))
    }

    mutating func fault(_ check: String, _ finding: String, fix: String) {
        all.append(Diagnosis(check: check, state: .fault, finding: finding, fix: fix))
    }

    mutating func skip(_ check: String, _ finding: String, fix: String? = nil) {
        all.append(Diagnosis(check: check, state: .unknown, finding: finding, fix: fix))
    }
}
