import Filmgate
import FilmgateLibraryTools
import FilmgatePictures
import FilmgateText
import FoundationEssentials

/// The layout of a list with pictures on the terminal.
final class PictureListLayout {
    let block: PictureTextLayout
    /// The maximum size of one picture, in pixels.
    let width: Int
    let height: Int
    let textColumns: Int

    /// The box of a picture. A photo in landscape format fills it.
    private static let box = CellBox(columns: 16, rows: 6)

    /// - Throws: `CommandFailure` if the output is not a terminal that can show pictures.
    init(_ surroundings: CommandEnvironment) throws(CommandFailure) {
        guard let columns = surroundings.output.columns else {
            throw CommandFailure(
                .usage, localized("'--pictures' needs a terminal, and the output is not one."),
                advice: PictureListLayout.otherWay)
        }
        let cell = CellSize.ofOutput
        do throws(TerminalPictureRefusal) {
            let terminal = try PictureTerminal(surroundings.environment)
            block = try PictureTextLayout(on: terminal, PictureListLayout.box, cell)
        } catch {
            throw PictureListLayout.failure(error)
        }
        (width, height) = PictureListLayout.box.pixels(cell)
        textColumns = max(1, columns - block.indentation)
    }

    private static func failure(_ refusal: TerminalPictureRefusal) -> CommandFailure {
        switch refusal {
        case .terminal:
            CommandFailure(
                .usage, localized("This terminal (TERM) cannot show pictures."), advice: otherWay)
        case .noColor:
            CommandFailure(
                .usage, localized("'--pictures' needs colors in this terminal, and NO_COLOR is set."),
                advice: localized("Unset NO_COLOR, or omit '--pictures'."))
        }
    }

    private static var otherWay: String {
        localized("Omit '--pictures'. 'filmgatectl assets image' writes an image to a file.")
    }
}

/// Writes the assets of a fetch result with their pictures, in order, until the end of the result or Ctrl-C.
struct PictureLister {
    /// The number of pictures that are requested at once.
    private static let most = 6

    private let result: FetchResult<Asset>
    private let library: PhotoLibrary
    private let invocation: Invocation
    private var interruptibleRun: InterruptibleRun { invocation.interruptibleRun }

    init(_ result: FetchResult<Asset>, _ library: PhotoLibrary, _ invocation: Invocation) {
        (self.result, self.library, self.invocation) = (result, library, invocation)
    }

    /// An asset that waits for its picture.
    private struct Entry {
        let lines: [String]
        /// The picture; nil after Ctrl-C.
        let picture: Task<Bitmap?, any Error>
    }

    func write(_ columns: [AssetColumn], _ pictures: PictureListLayout) async throws {
        // Ends the line on which the terminal shows "^C".
        defer { if invocation.interruption.isRequested { invocation.error.writeIfPossible("\n") } }
        try await interruptibleRun.run {
            var waiting: [Entry] = []
            defer { for entry in waiting { entry.picture.cancel() } }
            let names = columns.map { Text.width($0.label) }.max() ?? 0
            for try await asset in result {
                let lines = columns.map { column in
                    let value = Text.printable(column.text(of: asset))
                    return Text.shortened(
                        "\(Text.padded(column.label, to: names))  \(value)", to: pictures.textColumns)
                }
                waiting.append(Entry(lines: lines, picture: request(asset.id, pictures.width, pictures.height)))
                guard waiting.count == PictureLister.most else { continue }
                guard try await write(waiting.removeFirst(), pictures) else { return }
            }
            while !waiting.isEmpty {
                guard try await write(waiting.removeFirst(), pictures) else { return }
            }
        }
    }

    /// Writes an entry. After Ctrl-C, returns false without writing.
    private func write(_ entry: Entry, _ pictures: PictureListLayout) async throws -> Bool {
        let bytes: [UInt8]
        do {
            guard let picture = try await entry.picture.value, !interruptibleRun.isOver else { return false }
            bytes = pictures.block.bytes(picture, beside: entry.lines)
        } catch {
            guard !interruptibleRun.isOver else { return false }
            bytes = pictures.block.bytes(imageFailure(error), beside: entry.lines)
        }
        try invocation.output.write(bytes: bytes + Array("\n".utf8))
        return true
    }

    private func request(_ asset: AssetID, _ width: Int, _ height: Int) -> Task<Bitmap?, any Error> {
        let (library, interruptibleRun) = (library, interruptibleRun)
        return Task {
            try await withThrowingTaskGroup(of: Bitmap?.self) { group in
                group.addTask { try await library.picture(of: asset, width: width, height: height) }
                group.addTask {
                    await interruptibleRun.rest()
                    return nil
                }
                defer { group.cancelAll() }
                return try await group.next() ?? nil
            }
        }
    }
}
