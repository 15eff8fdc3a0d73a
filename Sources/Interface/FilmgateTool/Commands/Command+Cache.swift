import Filmgate
import FilmgateText

extension Command {
    static let clearCache = Command(
        "cache", "clear", summary: "Remove the images that are kept",
        details: [
            "The library keeps the images that it made for apps, so that they need not be made again. This removes them all; photos and videos stay."
        ],
        options: [.user], examples: [Example("cache clear", "Free the space.")]
    ) { invocation in
        let bytes = try await invocation.library().maintenance.clearCache()
        let size = ["size": AmountText.bytes(bytes)]
        try invocation.write(["bytes": bytes], orText: localized("Removed {size} of images.", size) + "\n")
        return .success
    }
}
