import Filmgate
import FilmgatePolicyFiles
import FilmgateText

extension Command {
    static let showPolicy = Command(
        "policy", "show", summary: "Show what policy files say about one app",
        details: [
            "Reads the files as they are now, so it shows what would be in force after a reload. 'explain' asks the broker."
        ],
        operands: [.client, paths],
        examples: [Example("policy show flatpak:org.gnome.Loupe", "What does the policy say about the image viewer?")]
    ) { invocation in
        let client = try invocation.client(invocation.operands[0])
        let reading = invocation.policy(Array(invocation.operands.dropFirst()))
        if let fault = reading.faults.first {
            throw CommandFailure(
                .badData, "\(fault)", advice: localized("'filmgatectl policy check' lists all errors."))
        }
        let rules = reading.ruleSet.rules(for: client)
        let records = PolicyKey.allCases.compactMap { key -> RuleRecord? in
            guard let value = rules.text(of: key), let place = rules.places[key] else { return nil }
            return RuleRecord(key: key.rawValue, value: value, file: place.file, line: place.line)
        }
        if invocation.writesJSON {
            try invocation.write(json: records)
        } else if records.isEmpty {
            let value = ["client": Text.printable(client.description)]
            try invocation.output.writeLine(localized("No policy file has a rule for {client}.", value))
        } else {
            var table = Table(
                [.init(localized("KEY")), .init(localized("VALUE")), .init(localized("FROM"))],
                for: invocation.output, isCut: false)
            try invocation.output.write(
                table.lines(records.map { [$0.key, $0.value, $0.file + ($0.line.map { ":\($0)" } ?? "")] }))
        }
        return .success
    }
}

/// One key that policy files set.
private struct RuleRecord: Encodable {
    let key: String
    let value: String
    let file: String
    let line: Int?
}
