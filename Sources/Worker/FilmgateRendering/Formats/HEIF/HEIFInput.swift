import CFilmgateHEIF
import Glibc

/// The input of libheif for a HEIF file: tables that Filmgate writes, followed by the file.
final class HEIFInput {
    /// The tables that Filmgate wrote; nil if Filmgate found no picture. Then libheif reads the file's own tables, and
    /// usually reports an error.
    private let tables: [UInt8]?
    private let content: UnsafeRawBufferPointer
    private var position = 0
    private let functions: UnsafeMutablePointer<heif_reader>
    /// Whether the file has a gain map of ISO 21496-1, which libheif does not support.
    let hasGainMap: Bool
    /// The mirroring to apply after libheif has decoded the picture.
    let mirror: HEIFMirror
    /// The damage if a part of the picture is or may be missing; otherwise nil. libheif decodes damaged pictures, too.
    let damage: UnreadableFileError?

    /// - Parameter content: the file in memory, which must outlive this object.
    convenience init(_ content: UnsafeRawBufferPointer, _ what: String) {
        let items = HEIFItems(content)
        self.init(content, items, items.flatMap { HEIFDecodingSelection($0) }, what)
    }

    /// - Parameters:
    ///   - content: the file in memory, which must outlive this object.
    ///   - items: the items of the content; nil if there are none.
    ///   - selection: the items to pass to libheif; nil if there is no picture.
    init(_ content: UnsafeRawBufferPointer, _ items: HEIFItems?, _ selection: HEIFDecodingSelection?, _ what: String) {
        self.content = content
        hasGainMap = selection?.hasGainMap ?? false
        if let items, let selection {
            tables = HEIFTables(selection, of: items, content).written()
            mirror = items.mirror(of: selection)
            if !selection.items.isDisjoint(with: items.cut) {
                damage = .truncated(what)
            } else {
                damage = selection.items.contains { items.hasGaps($0) } ? HEIFItems.gaps(in: what) : nil
            }
        } else {
            tables = nil
            mirror = HEIFMirror()
            damage = .broken(what, "its items are described in an unknown way.")
        }
        functions = .allocate(capacity: 1)
        functions.initialize(
            to: heif_reader(
                reader_api_version: 1, get_position: reportPosition, read: readBytes, seek: seekPosition,
                wait_for_file_size: waitForSize))
    }

    deinit { functions.deallocate() }

    /// Makes libheif read the file. This object must outlive the context.
    func read(into context: OpaquePointer) -> heif_error {
        guard tables != nil else {
            return heif_context_read_from_memory_without_copy(context, content.baseAddress, content.count, nil)
        }
        return heif_context_read_from_reader(context, functions, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    fileprivate var size: Int { (tables?.count ?? 0) + content.count }

    fileprivate static func of(_ context: UnsafeMutableRawPointer?) -> HEIFInput? {
        context.map { Unmanaged<HEIFInput>.fromOpaque($0).takeUnretainedValue() }
    }

    fileprivate var currentPosition: Int64 { Int64(position) }

    fileprivate func seek(to target: Int64) -> Bool {
        guard let target = Int(exactly: target), (0...size).contains(target) else { return false }
        position = target
        return true
    }

    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        guard buffer.count <= size - position else { return false }
        let tables = tables ?? []
        let fromTables = max(0, min(buffer.count, tables.count - position))
        if fromTables > 0 {
            tables.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + fromTables]))
            }
        }
        if fromTables < buffer.count {
            let start = position + fromTables - tables.count
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[fromTables...])
            rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: content[start..<start + rest.count]))
        }
        position += buffer.count
        return true
    }
}

private func reportPosition(_ context: UnsafeMutableRawPointer?) -> Int64 {
    HEIFInput.of(context)?.currentPosition ?? 0
}

/// Reads bytes for libheif. Returns 0 on success.
private func readBytes(_ target: UnsafeMutableRawPointer?, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int32 {
    let buffer = UnsafeMutableRawBufferPointer(start: target, count: target == nil ? 0 : count)
    return HEIFInput.of(context)?.read(into: buffer) == true ? 0 : -1
}

/// Moves the position for libheif. Returns 0 on success.
private func seekPosition(_ target: Int64, _ context: UnsafeMutableRawPointer?) -> Int32 {
    HEIFInput.of(context)?.seek(to: target) == true ? 0 : -1
}

private func waitForSize(_ target: Int64, _ context: UnsafeMutableRawPointer?) -> heif_reader_grow_status {
    target <= Int64(HEIFInput.of(context)?.size ?? 0)
        ? heif_reader_grow_status_size_reached : heif_reader_grow_status_size_beyond_eof
}
