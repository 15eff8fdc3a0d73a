import Filmgate
import FilmgateText

extension Command {
    static let explain = Command(
        "explain", summary: "Explain what an app may do, and why it sees a photo or does not",
        details: [
            "Names the rule, grant or person that decided, since when and until when. If an app is known by its executable only, each connection has its own grant; the explanation is about the newest one."
        ],
        operands: [
            .client,
            CommandOperand(
                "ASSET", count: .optional, "The identifier of a photo or video, the beginning of it, or its file name"
            ),
        ],
        options: [.user],
        examples: [
            Example("explain flatpak:org.gnome.Loupe", "What may the image viewer do, and why?"),
            Example("explain flatpak:org.gnome.Loupe ID", "Why does it see this photo, or not?"),
        ]
    ) { invocation in
        let (library, client) = try await invocation.namedClient()
        let naming = AssetNameResolver(library: library, isOfAnother: invocation.has(.user), isUnrecorded: true)
        let asset = try await naming.assets(Array(invocation.operands.dropFirst())).first
        let explanation = try await library.administration.explain(client, asset: asset)
        if invocation.writesJSON {
            let report = ExplanationReport(client: client, asset: asset, explanation: explanation)
            try invocation.write(json: report)
            return .success
        }
        let columns = min(100, invocation.output.columns ?? 100)
        for line in Text.wrapped(Text.printable(explanation.reason), to: columns) {
            try invocation.output.writeLine(line)
        }
        var sheet = KeyValueTextTable()
        sheet.add(
            asset == nil ? localized("May see photos") : localized("Sees it"),
            explanation.isVisible ? localized("yes") : localized("no"))
        sheet.add(localized("Level"), explanation.level.text(isPaused: explanation.isPaused))
        sheet.add(localized("Decided by"), explanation.grantor?.rawValue)
        sheet.add(localized("Rule"), explanation.rule)
        sheet.add(localized("Since"), explanation.since.map { TimeText.local(Timestamp($0)) })
        sheet.add(localized("Expires"), explanation.expires.map { TimeText.local(Timestamp($0)) })
        try invocation.output.write(sheet.lines)
        return .success
    }
}

/// An explanation as JSON, with the client and the asset of the request.
private struct ExplanationReport: Encodable {
    let client: ClientID
    let asset: AssetID?
    let explanation: AccessExplanation

    func encode(to encoder: any Encoder) throws {
        try explanation.encode(to: encoder)
        var values = encoder.container(keyedBy: AnyCodingKey.self)
        try values.encode(client.description, forKey: "client")
        try values.encodeIfPresent(asset?.description, forKey: "asset")
    }
}

extension AccessExplanation: JSONOptionEncodable {
    static var hiddenKeys: Set<String> { ["matches"] }
}
