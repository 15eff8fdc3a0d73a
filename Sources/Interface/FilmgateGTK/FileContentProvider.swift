import CFilmgateGTK
import Glibc

/// Provides files and a picture for a drag or the clipboard, and creates them when a program reads them.
final class FileContentProvider {
    fileprivate let makeFiles: (@escaping ([String]) -> Void) -> Void
    fileprivate let makePicture: ((@escaping (Texture?) -> Void) -> Void)?

    init(
        makeFiles: @escaping (@escaping ([String]) -> Void) -> Void,
        makePicture: ((@escaping (Texture?) -> Void) -> Void)?
    ) {
        (self.makeFiles, self.makePicture) = (makeFiles, makePicture)
    }

    /// Returns a new content provider of GDK. The caller takes ownership.
    func provider() -> UnsafeMutablePointer<GdkContentProvider>? {
        let files = UnsafeMutableRawPointer(fg_new(fileContentType))
        let instance = files?.assumingMemoryBound(to: FileContentInstance.self)
        instance?.pointee.maker = Unmanaged.passRetained(self)
        return files?.assumingMemoryBound(to: GdkContentProvider.self)
    }

    /// Makes GTK look for the portal that passes files to sandboxed programs. GTK finds the portal some time later.
    static func findPortal() { _ = portalTypes() }

    /// The MIME types with which sandboxed programs read files. The content is a key for the portal.
    static let keyTypes = ["application/vnd.portal.filetransfer", "application/vnd.portal.files"]
    private static let listType = "text/uri-list"
    /// The MIME types of the picture.
    fileprivate static let pictureTypes = ["image/png", "image/jpeg"]

    /// Returns the types in `keyTypes` that GTK supports; an empty array if the desktop has no such portal.
    private static func portalTypes() -> [String] {
        let known = gdk_content_formats_union_serialize_mime_types(
            gdk_content_formats_new_for_gtype(gdk_file_list_get_type()))
        defer { gdk_content_formats_unref(known) }
        return keyTypes.filter { gdk_content_formats_contain_mime_type(known, $0) != 0 }
    }

    /// Returns the types in which programs can read the content, the preferred ones first. The caller takes ownership.
    fileprivate func formats() -> OpaquePointer? {
        let builder = gdk_content_formats_builder_new()
        let pictures = makePicture == nil ? [] : FileContentProvider.pictureTypes
        for type in FileContentProvider.portalTypes() + [FileContentProvider.listType] + pictures {
            gdk_content_formats_builder_add_mime_type(builder, type)
        }
        return gdk_content_formats_builder_free_to_formats(builder)
    }
}

/// The instance structure of the GObject class.
private struct FileContentInstance {
    var parent: GdkContentProvider
    var maker: Unmanaged<FileContentProvider>?
}

private func maker(of provider: UnsafeMutableRawPointer?) -> FileContentProvider? {
    provider?.assumingMemoryBound(to: FileContentInstance.self).pointee.maker?.takeUnretainedValue()
}

/// A subclass of GdkContentProvider that gets its content from a `FileContentProvider`.
private let fileContentType: GType = {
    g_type_register_static_simple(
        gdk_content_provider_get_type(), "FilmgateFileContent", UInt32(MemoryLayout<GdkContentProviderClass>.size),
        { classPointer, _ in
            guard let classPointer else { return }
            let methods = classPointer.assumingMemoryBound(to: GdkContentProviderClass.self)
            methods.pointee.ref_formats = { provider in
                maker(of: UnsafeMutableRawPointer(provider))?.formats() ?? fg_file_list_formats()
            }
            methods.pointee.write_mime_type_async = { provider, type, stream, priority, cancellable, callback, data in
                let task = g_task_new(provider.map { UnsafeMutableRawPointer($0) }, cancellable, callback, data)
                guard let task else { return }
                guard let stream, let type, let maker = maker(of: UnsafeMutableRawPointer(provider)) else {
                    g_task_return_error(
                        task,
                        g_error_new_literal(
                            g_io_error_quark(), Int32(G_IO_ERROR_NOT_FOUND.rawValue), "The files are gone."))
                    g_object_unref(UnsafeMutableRawPointer(task))
                    return
                }
                ContentWriter(to: stream, task, priority).write(String(cString: type), of: maker)
            }
            methods.pointee.write_mime_type_finish = { _, result, error in
                g_task_propagate_boolean(result, error)
            }
            let object = classPointer.assumingMemoryBound(to: GObjectClass.self)
            object.pointee.finalize = { object in
                let instance = UnsafeMutableRawPointer(object)?.assumingMemoryBound(to: FileContentInstance.self)
                instance?.pointee.maker?.release()
                instance?.pointee.maker = nil
                fg_finalize_parent(object, gdk_content_provider_get_type())
            }
        }, UInt32(MemoryLayout<FileContentInstance>.size), nil, GTypeFlags(0))
}()

/// Writes the content asynchronously, because the program that requested it may read slowly.
private final class ContentWriter {
    private let stream: UnsafeMutablePointer<GOutputStream>
    private let task: OpaquePointer
    private let priority: Int32
    private var bytes: UnsafeMutablePointer<CChar>?

    /// Takes ownership of a reference to the task.
    init(to stream: UnsafeMutablePointer<GOutputStream>, _ task: OpaquePointer, _ priority: Int32) {
        g_object_ref(stream)
        (self.stream, self.task, self.priority) = (stream, task, priority)
    }

    func write(_ type: String, of maker: FileContentProvider) {
        if FileContentProvider.pictureTypes.contains(type) {
            guard let makePicture = maker.makePicture else { return ended(false) }
            makePicture { [self] in write($0, as: type) }
        } else if FileContentProvider.keyTypes.contains(type) {
            maker.makeFiles { [self] paths in
                // Writes the zero byte at the end of the key, as GTK does.
                FileTransfer.register(paths) { [self] key in
                    key.map { write($0, count: $0.utf8.count + 1) } ?? ended(false)
                }
            }
        } else {
            maker.makeFiles { [self] paths in
                let lines = paths.compactMap { path -> String? in
                    guard let address = g_filename_to_uri(path, nil, nil) else { return nil }
                    defer { g_free(address) }
                    return String(cString: address) + "\r\n"
                }
                let text = lines.joined()
                write(text, count: text.utf8.count)
            }
        }
    }

    private func write(_ text: String, count: Int) {
        bytes = g_strdup(text)
        g_output_stream_write_all_async(
            stream, bytes, gsize(count), priority, nil,
            { stream, result, data in
                guard let data else { return }
                let writer = Unmanaged<ContentWriter>.fromOpaque(data).takeRetainedValue()
                writer.ended(g_output_stream_write_all_finish(writer.stream, result, nil, nil) != 0)
            }, Unmanaged.passRetained(self).toOpaque())
    }

    private func write(_ picture: Texture?, as type: String) {
        guard let picture else { return ended(false) }
        var value = GValue()
        g_value_init(&value, gdk_texture_get_type())
        g_value_set_object(&value, UnsafeMutableRawPointer(picture.pointer))
        gdk_content_serialize_async(
            stream, type, &value, priority, nil,
            { _, result, data in
                guard let data else { return }
                let writer = Unmanaged<ContentWriter>.fromOpaque(data).takeRetainedValue()
                writer.ended(gdk_content_serialize_finish(result, nil) != 0)
            }, Unmanaged.passRetained(self).toOpaque())
        g_value_unset(&value)
    }

    private func ended(_ isWritten: Bool) {
        g_output_stream_close_async(stream, G_PRIORITY_DEFAULT, nil, nil, nil)
        if isWritten {
            g_task_return_boolean(task, 1)
        } else {
            let failed = Int32(G_IO_ERROR_FAILED.rawValue)
            g_task_return_error(task, g_error_new_literal(g_io_error_quark(), failed, "The content could not be made."))
        }
        g_free(bytes)
        g_object_unref(stream)
        g_object_unref(UnsafeMutableRawPointer(task))
    }
}
