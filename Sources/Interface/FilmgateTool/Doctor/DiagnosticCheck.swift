import Filmgate
import FilmgateText

struct DiagnosticCheck: Encodable {
    let check: TranslatableText
    let result: CheckResult

    init(_ check: TranslatableText, _ result: CheckResult) { (self.check, self.result) = (check, result) }

    /// Encodes the text in English.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyCodingKey.self)
        try values.encode(check.english, forKey: "check")
        try values.encode(result.state, forKey: "state")
        try values.encode(result.finding.english, forKey: "finding")
        try values.encodeIfPresent(result.fix?.english, forKey: "fix")
    }
}

struct CheckResult {
    enum State: String, Encodable {
        case fine = "ok"
        /// The checked part works, but the person should know or do something.
        case warning
        case fault
        /// The part cannot be checked.
        case unknown
    }

    let state: State
    /// The finding, as a sentence.
    let finding: TranslatableText
    /// The advice, as a sentence.
    var fix: TranslatableText?

    static func fine(_ finding: TranslatableText) -> CheckResult { CheckResult(state: .fine, finding: finding) }

    static func warning(_ finding: TranslatableText, fix: TranslatableText? = nil) -> CheckResult {
        CheckResult(state: .warning, finding: finding, fix: fix)
    }

    static func fault(_ finding: TranslatableText, fix: TranslatableText) -> CheckResult {
        CheckResult(state: .fault, finding: finding, fix: fix)
    }

    static func unknown(_ finding: TranslatableText, fix: TranslatableText? = nil) -> CheckResult {
        CheckResult(state: .unknown, finding: finding, fix: fix)
    }
}
