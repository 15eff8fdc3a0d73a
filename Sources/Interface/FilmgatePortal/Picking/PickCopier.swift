import FilmgateDBus
import FilmgateModel
import FilmgatePickStore
import FilmgateSystem
import FilmgateWire
import Glibc

/// Copies picked items for an app. Loads several items at once, because the broker converts them in parallel.
struct PickCopier: Sendable {
    let delegate: DelegateConnection
    let accepted: AcceptedMedia
    let folder: PickFolder

    /// The maximum number of items that are loaded at once. The broker lets other apps' jobs go first, however many
    /// one app requests.
    private static let mostAtOnce = min(max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 16)

    /// Copies the items in their order, outside of the event loop, which must not wait for disks. Leaves out items that
    /// the app does not accept in any format.
    ///
    /// - Parameter report: called with the number of items that are copied or left out.
    /// - Throws: the broker's `ErrorReply`, `Errno` of the copies, `CancellationError`.
    @concurrent
    func copy(_ items: [PickedItemValues], report: @escaping @Sendable (Int) -> Void) async throws {
        let files = items.compactMap { item in
            PickedFormat(of: item.mimeTypes, named: item.filename, for: accepted).map { (item: item, format: $0) }
        }
        try await withThrowingTaskGroup(of: (index: Int, file: LoadedItem).self) { group in
            var (begun, copied) = (0, 0)
            var loaded: [Int: LoadedItem] = [:]
            while copied < files.count {
                // A slow item delays those behind it, so that not too many wait in the broker's memory.
                while begun < min(files.count, copied + Self.mostAtOnce) {
                    let (index, next) = (begun, files[begun])
                    group.addTask { (index, try await load(next.item, as: next.format)) }
                    begun += 1
                }
                guard let next = try await group.next() else { return }
                loaded[next.index] = next.file
                while let file = loaded.removeValue(forKey: copied) {
                    try Task.checkCancellation()
                    _ = try folder.add(
                        named: file.filename, modified: files[copied].item.creationDate, copying: file.content)
                    copied += 1
                }
                report(copied + loaded.count + items.count - files.count)
            }
        }
        try Task.checkCancellation()
    }

    private struct LoadedItem: Sendable {
        let filename: String
        let content: OwnedDescriptor
    }

    private func load(_ item: PickedItemValues, as format: PickedFormat) async throws -> LoadedItem {
        do {
            return LoadedItem(
                filename: format.filename, content: try await delegate.content(of: item, as: format.mimeType))
        } catch let error as ErrorReply where error.name == WireError.prefix + "AccessDenied" {
            // Some files cannot be given without their metadata. A new picture can.
            let formats = item.mimeTypes.filter(ItemFormats.images.contains)
            guard let made = PickedFormat(of: formats, named: item.filename, for: accepted) else { throw error }
            return LoadedItem(
                filename: made.filename,
                content: try await delegate.content(of: item, as: made.mimeType, isMade: true))
        }
    }
}
