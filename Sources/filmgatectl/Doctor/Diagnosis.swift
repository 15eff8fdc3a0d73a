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
    let check: String
    let state: State
    /// A sentence.
    let finding: String
    /// A sentence that says what to do.
    let fix: String?
}

/// Collects the results of the checks.
struct Diagnoses {
    private(set) var all: [Diagnosis] = []

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
