import CFilmgateGTK
import Glibc

/// What the person drags: a text for this program, and files for others, which are made when they are dropped.
public struct DragContent {
    let text: String
    let makeFiles: (@escaping ([String]) -> Void) -> Void

    /// - Parameters:
    ///   - text: describes the dragged content, for widgets of this program.
    ///   - makeFiles: makes the files, and calls its argument once with their paths; with none if it fails.
    public init(text: String, makeFiles: @escaping (@escaping ([String]) -> Void) -> Void) {
        self.text = text
        self.makeFiles = makeFiles
    }

    /// To be taken over.
    fileprivate func provider() -> UnsafeMutableRawPointer? {
        let files = fg_new(fileContentType)
        let instance = UnsafeMutableRawPointer(files)?.assumingMemoryBound(to: FileContentInstance.self)
        instance?.pointee.maker = Unmanaged.passRetained(FileMaker(makeFiles))
        var parts: [UnsafeMutablePointer<GdkContentProvider>?] = [
            fg_text_content(text),
            UnsafeMutableRawPointer(files)?.assumingMemoryBound(to: GdkContentProvider.self),
        ]
        return gdk_content_provider_new_union(&parts, 2).map { UnsafeMutableRawPointer($0) }
    }
}

extension Widget {
    /// Lets the person drag something from the widget.
    ///
    /// - Parameters:
    ///   - content: returns the dragged content; nil if there is nothing to drag, so that parent widgets get the
    ///     gesture.
    ///   - ended: is called when a drag has ended.
    public func onDrag(_ content: @escaping () -> DragContent?, ended: @escaping () -> Void) {
        guard let source = gtk_drag_source_new() else { return }
        connectObject(UnsafeMutableRawPointer(source), "prepare") { content()?.provider() }
        connect(UnsafeMutableRawPointer(source), "drag-end", ended)
        gtk_widget_add_controller(pointer, source)
    }
}

private final class FileMaker {
    let make: (@escaping ([String]) -> Void) -> Void

    init(_ make: @escaping (@escaping ([String]) -> Void) -> Void) { self.make = make }
}

/// The instance of the class that GObject knows.
private struct FileContentInstance {
    var parent: GdkContentProvider
    var maker: Unmanaged<FileMaker>?
}

/// A class of GObject that provides a list of files as soon as they are there.
private let fileContentType: GType = {
    g_type_register_static_simple(
        gdk_content_provider_get_type(), "FilmgateFileContent", UInt32(MemoryLayout<GdkContentProviderClass>.size),
        { classPointer, _ in
            guard let classPointer else { return }
            let methods = classPointer.assumingMemoryBound(to: GdkContentProviderClass.self)
            methods.pointee.ref_formats = { _ in fg_file_list_formats() }
            methods.pointee.write_mime_type_async = { provider, _, stream, _, cancellable, callback, data in
                let task = g_task_new(provider.map { UnsafeMutableRawPointer($0) }, cancellable, callback, data)
                writeFiles(of: UnsafeMutableRawPointer(provider), to: stream, task)
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

private func writeFiles(
    of provider: UnsafeMutableRawPointer?, to stream: UnsafeMutablePointer<GOutputStream>?, _ task: OpaquePointer?
) {
    let instance = provider?.assumingMemoryBound(to: FileContentInstance.self)
    guard let task, let stream, let maker = instance?.pointee.maker?.takeUnretainedValue() else { return }
    g_object_ref(stream)
    maker.make { paths in
        let lines = paths.compactMap { path -> String? in
            guard let address = g_filename_to_uri(path, nil, nil) else { return nil }
            defer { g_free(address) }
            return String(cString: address) + "\r\n"
        }
        URIListWriter(lines.joined(), stream, task).begin()
    }
}

/// Writes the addresses of files for the program onto which they were dropped. That program may be slow to read them.
private final class URIListWriter {
    private let bytes: UnsafeMutablePointer<CChar>?
    private let stream: UnsafeMutablePointer<GOutputStream>
    private let task: OpaquePointer

    /// Takes over a reference to the stream and one to the task.
    init(_ text: String, _ stream: UnsafeMutablePointer<GOutputStream>, _ task: OpaquePointer) {
        bytes = g_strdup(text)
        self.stream = stream
        self.task = task
    }

    func begin() {
        g_output_stream_write_all_async(
            stream, bytes, bytes.map { gsize(strlen($0)) } ?? 0, G_PRIORITY_DEFAULT, nil,
            { stream, result, data in
                guard let data else { return }
                let writing = Unmanaged<URIListWriter>.fromOpaque(data).takeRetainedValue()
                writing.ended(g_output_stream_write_all_finish(writing.stream, result, nil, nil) != 0)
            }, Unmanaged.passRetained(self).toOpaque())
    }

    private func ended(_ isWritten: Bool) {
        g_output_stream_close_async(stream, G_PRIORITY_DEFAULT, nil, nil, nil)
        g_task_return_boolean(task, isWritten ? 1 : 0)
        g_free(bytes)
        g_object_unref(stream)
        g_object_unref(UnsafeMutableRawPointer(task))
    }
}
