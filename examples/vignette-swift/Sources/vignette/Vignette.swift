import Filmgate

/// Darkens the corners of photos in the library. The library keeps the originals, so that the strength can be changed
/// later.
///
///     vignette STRENGTH ID...     edits photos; the strength is from 0 to 1
///     vignette --remove-all       shows the originals of all photos that this program has edited
///     vignette --serve NAME       edits the photos that the person chooses the app NAME for, with a strength of 0.5
///
/// The edits are those of `examples/vignette`, and each of the two programs can resume the other's.
@main
struct Vignette {
    /// Of the adjustment data, which is JSON: `{"strength": 0.5}`.
    static let format = AdjustmentFormat(identifier: "org.filmgate.example.Vignette", version: "1")

    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        let library = try await PhotoLibrary.connect()
        if words == ["--remove-all"] {
            try await removeAll(in: library)
        } else if words.count == 2, words[0] == "--serve" {
            try await library.serve(ChosenVignette(), as: words[1])
        } else if words.count > 1, let strength = Double(words[0]), (0...1).contains(strength) {
            for word in words.dropFirst() {
                guard let asset = AssetID(word) else { throw Mistake("'\(word)' is not an identifier.") }
                try await library.edit(asset, handling: [format].compactMap(\.self)) { input in
                    try output(of: input, strength)
                }
                print("\(word): \(strength)")
            }
        } else {
            throw Mistake("Write 'vignette STRENGTH ID...', 'vignette --remove-all' or 'vignette --serve NAME'.")
        }
    }

    /// Takes back all edits of this program and of `examples/vignette`. The person confirms them once.
    private static func removeAll(in library: PhotoLibrary) async throws {
        guard let name = format?.identifier else { return }
        let edited = try await library.fetch(.assets.where("adjustment-format = ?", name))
        var own: [AssetID] = []
        for try await asset in edited { own.append(asset.id) }
        guard !own.isEmpty else { return print("No photo has vignetting.") }
        try await library.performChanges { request in for asset in own { request.revertContent(of: asset) } }
        print("Photos that show their originals again: \(own.count)")
    }

    /// Makes the edited file, and what it takes to resume the edit.
    static func output(of input: ContentEditingInput, _ strength: Double) throws -> ContentEditingOutput {
        guard input.mediaType == .image, input.pairedVideo == nil, let format else {
            throw Mistake("Only photos can be edited.")
        }
        // The original, if this is an edit to resume: it is not darkened twice.
        guard let content = try input.content.contents(upTo: 1 << 30) else { throw Mistake("The photo is too large.") }
        let render = try Picture(content).darkened(by: strength).jpeg()
        let file = try OwnedDescriptor.sealedMemory(named: "vignette", holding: render)
        return ContentEditingOutput(
            [NewAssetResource(.fullSizePhoto, file)],
            adjustmentData: AdjustmentData(format, data: Array(#"{"strength": \#(strength)}"#.utf8)))
    }
}

/// The same edit, of photos that the person chooses the app for.
struct ChosenVignette: Editor {
    let formats = [Vignette.format].compactMap(\.self)

    func edit(_ input: ContentEditingInput, _ request: EditRequest) async throws -> ContentEditingOutput? {
        try Vignette.output(of: input, 0.5)
    }

    func failed(with error: any Error) async { print(error) }
}

/// A sentence that says what is wrong.
struct Mistake: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
