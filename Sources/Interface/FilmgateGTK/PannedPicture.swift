import CFilmgateGTK

/// A picture that the program positions and scales. Parts outside the widget are not drawn.
public final class PannedPicture: Widget {
    public var texture: Texture? {
        didSet { redraw() }
    }
    /// Returns the frame of the whole texture in an area of this size, in logical pixels.
    public var frame: (_ width: Double, _ height: Double) -> FrameArea.Frame? = { _, _ in nil }
    private var paintable: UnsafeMutablePointer<GObject>?

    /// Starts to draw.
    public func begin() {
        guard let object = fg_new(pannedPaintableType) else { return }
        let instance = UnsafeMutableRawPointer(object).assumingMemoryBound(to: PannedInstance.self)
        instance.pointee.painter = Unmanaged.passRetained(Painter(self))
        gtk_picture_set_paintable(opaque, OpaquePointer(object))
        paintable = object
        // The widget, which exists at least as long as this object, keeps a reference to the paintable.
        g_object_unref(object)
    }

    public func redraw() {
        if let paintable { gdk_paintable_invalidate_contents(OpaquePointer(paintable)) }
    }

    fileprivate func draw(_ snapshot: OpaquePointer?, _ width: Double, _ height: Double) {
        guard let texture, let frame = frame(width, height) else { return }
        let size = graphene_size_t(width: Float(width), height: Float(height))
        var area = graphene_rect_t(origin: graphene_point_t(x: 0, y: 0), size: size)
        gtk_snapshot_push_clip(snapshot, &area)
        gtk_snapshot_save(snapshot)
        var corner = graphene_point_t(x: Float(frame.x), y: Float(frame.y))
        gtk_snapshot_translate(snapshot, &corner)
        gdk_paintable_snapshot(texture.pointer, snapshot, frame.width, frame.height)
        gtk_snapshot_restore(snapshot)
        gtk_snapshot_pop(snapshot)
    }
}

private final class Painter {
    weak var picture: PannedPicture?

    init(_ picture: PannedPicture) { self.picture = picture }
}

/// The instance structure of the GObject class.
private struct PannedInstance {
    var parent: GObject
    var painter: Unmanaged<Painter>?
}

/// A GObject class that implements GdkPaintable. Without an intrinsic size, it gets the whole area of its widget.
private let pannedPaintableType: GType = {
    let type = g_type_register_static_simple(
        fg_type_of_object(), "FilmgatePannedPaintable", UInt32(MemoryLayout<GObjectClass>.size),
        { classPointer, _ in
            classPointer?.assumingMemoryBound(to: GObjectClass.self).pointee.finalize = { object in
                let instance = UnsafeMutableRawPointer(object)?.assumingMemoryBound(to: PannedInstance.self)
                instance?.pointee.painter?.release()
                instance?.pointee.painter = nil
                fg_finalize_parent(object, fg_type_of_object())
            }
        }, UInt32(MemoryLayout<PannedInstance>.size), nil, GTypeFlags(0))
    var paintable = GInterfaceInfo()
    paintable.interface_init = { interface, _ in
        guard let methods = interface?.assumingMemoryBound(to: GdkPaintableInterface.self) else { return }
        methods.pointee.snapshot = { paintable, snapshot, width, height in
            let instance = UnsafeMutableRawPointer(paintable)?.assumingMemoryBound(to: PannedInstance.self)
            instance?.pointee.painter?.takeUnretainedValue().picture?.draw(snapshot, width, height)
        }
    }
    g_type_add_interface_static(type, gdk_paintable_get_type(), &paintable)
    return type
}()
