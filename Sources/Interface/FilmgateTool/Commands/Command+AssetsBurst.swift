import Filmgate
import FilmgateText

extension Command {
    static let pickInBurst = Command(
        "assets", "burst-pick", summary: "Choose the photo that stands for its burst",
        details: [
            TranslatableText(
                "Lists show this photo instead of the others of its burst; 'assets list --include-burst-members' shows them all."
            ) + AssetNameResolver.rule
        ],
        operands: [AssetNameResolver.oneOperand],
        examples: [Example("assets burst-pick IMG_2.JPG", "Show this photo for its burst.")]
    ) { invocation in
        let library = try await invocation.library()
        let asset = try await invocation.asset(invocation.operands[0], in: library)
        try await library.performChanges { $0.setBurstPick(asset) }
        return try invocation.writeResult(localized("The photo stands for its burst now."), "changed", 1)
    }
}
