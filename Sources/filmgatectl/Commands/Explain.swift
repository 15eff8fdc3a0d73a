internal import Filmgate
internal import FilmgateText

extension Command {
    static let explain = Command(
        "explain", summary: "Explain what an app may do, and why it sees a photo or does not",
        details: [
            "Names the rule, grant or person that decided, since when and until when. If an app is known by its executable only, each "
                + "connection has its own grant; the explanation is about the newest one."
        ],
        operands: [
            Operand("CLIENT", "The app: KIND:NAME, such as 'flatpak:org.example.App' or 'exe:/usr/bin/example'"),
            Operand(
                "ASSET", count: .optional, "The identifier of a photo or video, the beginning of it, or its file name"
            ),
        ],
        options: [.user],
        examples: [
            Example("explain flatpak:org.gnome.Loupe", "What may the image viewer do, and why?"),
            Example("explain flatpak:org.gnome.Loupe ID", "Why does it see this photo, or not?"),
        ]
    ) { invocation in
        _ = try invocation.client(invocation.operands[0])
        let library = try await invocation.library()
        let client = try await invocation.client(invocation.operands[0], library.administration)
        let asset = try await AssetNaming(library: library, isOfAnother: invocation.has(.user)).assets(
            Array(invocation.operands.dropFirst())
        ).first
        let explanation = try await library.administration.explain(client, asset: asset)
        if invocation.writesJSON {
            try invocation.output.write(JSON.text(of: ExplanationRecord(client, asset, explanation)) + "\n")
            return .success
        }
        let columns = min(100, invocation.output.columns ?? 100)
        for line in Text.wrapped(Text.printable(explanation.reason), to: columns) {
            try invocation.output.writeLine(line)
        }
        var sheet = FactSheet()
        sheet.add(asset == nil ? "May see photos" : "Sees it", explanation.isVisible ? "yes" : "no")
        sheet.add("Level", explanation.level.rawValue)
        sheet.add("Decided by", explanation.grantor?.rawValue)
        sheet.add("Rule", explanation.rule)
        sheet.add("Since", explanation.since.map { TimeText.local(Timestamp($0)) })
        sheet.add("Expires", explanation.expires.map { TimeText.local(Timestamp($0)) })
        try invocation.output.write(sheet.lines)
        return .success
    }
}

/// An explanation as JSON.
private struct ExplanationRecord: Encodable {
    let client: String
    let asset: String?
    let visible: Bool
    let level: String
    let reason: String
    let source: String
    let sight: String?
    let grantedBy: String?
    let rule: String?
    let since: String?
    let expires: String?

    private enum CodingKeys: String, CodingKey {
        case client, asset, visible, level, reason, source, sight, rule, since, expires
        case grantedBy = "granted-by"
    }

    init(_ client: ClientID, _ asset: AssetID?, _ explanation: AccessExplanation) {
        self.client = client.description
        self.asset = asset?.description
        visible = explanation.isVisible
        level = explanation.level.rawValue
        reason = explanation.reason
        source = explanation.source
        sight = explanation.sight
        grantedBy = explanation.grantor?.rawValue
        rule = explanation.rule
        since = explanation.since.map { TimeText.iso(Timestamp($0)) }
        expires = explanation.expires.map { TimeText.iso(Timestamp($0)) }
    }
}
