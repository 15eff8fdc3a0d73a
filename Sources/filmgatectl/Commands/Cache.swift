internal import Filmgate
internal import FilmgateCommandLine

extension Command {
    static let clearCache = Command(
        "cache", "clear", summary: "Remove the images that are kept",
        details: [
            "The library keeps the images that it made for apps, so that they need not be made again. This removes them all; "
                + "photos and videos stay."
        ],
        options: [.user], examples: [Example("cache clear", "Free the space.")]
    ) { invocation in
        let bytes = try await invocation.library().maintenance.clearCache()
        if invocation.writesJSON {
            try invocation.output.write(JSON.text(of: ClearedCache(bytes: bytes)) + "\n")
        } else {
            try invocation.output.write("Removed \(Amount.bytes(bytes)) of images.\n")
        }
        return .success
    }
}

private struct ClearedCache: Encodable {
    let bytes: UInt64
}
