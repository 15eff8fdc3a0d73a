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
        let loader = OrderedLoader<LoadedItem>(
            count: files.count, width: Self.mostAtOnce,
            loadBesideOthers: { try await loadIfRoom(files[$0]) },
            loadAlone: { try await load(files[$0].item, as: files[$0].format) })
        try await loader.load { index, file in
            let date = files[index].item.creationDate
            _ = try folder.add(named: file.filename, modified: date, copying: file.content)
        } report: {
            report($0 + items.count - files.count)
        }
    }

    /// Returns nil if the broker has no room for the item beside the others.
    private func loadIfRoom(_ file: (item: PickedItemValues, format: PickedFormat)) async throws -> LoadedItem? {
        do {
            return try await load(file.item, as: file.format)
        } catch let error as ErrorReply where error.name == WireError.prefix + "LimitsExceeded" {
            return nil
        }
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
            // Some files cannot be given without their metadata. A new picture or video can.
            let formats = item.mimeTypes.filter((ItemFormats.images + [ItemFormats.video]).contains)
            guard let made = PickedFormat(of: formats, named: item.filename, for: accepted) else { throw error }
            return LoadedItem(
                filename: made.filename,
                content: try await delegate.content(of: item, as: made.mimeType, isMade: true))
        }
    }
}
