import CFilmgateGTK

/// Returns a new paintable that shows `paintable` rotated. GTK ignores the rotation that phones record in videos.
///
/// - Parameter quarterTurns: the number of quarter turns, clockwise.
func turnedPaintable(_ paintable: OpaquePointer, quarterTurns: Int) -> OpaquePointer? {
    guard let object = fg_new(turnedPaintableType) else { return nil }
    let instance = UnsafeMutableRawPointer(object).assumingMemoryBound(to: TurnedInstance.self)
    g_object_ref(UnsafeMutableRawPointer(paintable))
    instance.pointee.inner = paintable
    instance.pointee.quarterTurns = Int32((quarterTurns % 4 + 4) % 4)
    // GObject disconnects both handlers when `object` is destroyed.
    fg_forward(UnsafeMutableRawPointer(paintable), "invalidate-contents", object, fg_invalidate_contents)
    fg_forward(UnsafeMutableRawPointer(paintable), "invalidate-size", object, fg_invalidate_size)
    return OpaquePointer(object)
}

/// The instance structure of the GObject class.
private struct TurnedInstance {
    var parent: GObject
    var inner: OpaquePointer?
    var quarterTurns: Int32

    var isSideways: Bool { quarterTurns % 2 == 1 }
}

private func turned(_ paintable: OpaquePointer?) -> TurnedInstance? {
    UnsafeMutableRawPointer(paintable)?.assumingMemoryBound(to: TurnedInstance.self).pointee
}

private func draw(_ turned: TurnedInstance, _ snapshot: OpaquePointer?, _ width: Double, _ height: Double) {
    let isSideways = turned.isSideways
    gtk_snapshot_save(snapshot)
    var middle = graphene_point_t(x: Float(width / 2), y: Float(height / 2))
    gtk_snapshot_translate(snapshot, &middle)
    gtk_snapshot_rotate(snapshot, Float(turned.quarterTurns) * 90)
    let (innerWidth, innerHeight) = isSideways ? (height, width) : (width, height)
    var corner = graphene_point_t(x: Float(-innerWidth / 2), y: Float(-innerHeight / 2))
    gtk_snapshot_translate(snapshot, &corner)
    gdk_paintable_snapshot(turned.inner, snapshot, innerWidth, innerHeight)
    gtk_snapshot_restore(snapshot)
}

/// A GObject class that implements GdkPaintable.
private let turnedPaintableType: GType = {
    let type = g_type_register_static_simple(
        fg_type_of_object(), "FilmgateTurnedPaintable", UInt32(MemoryLayout<GObjectClass>.size),
        { classPointer, _ in
            classPointer?.assumingMemoryBound(to: GObjectClass.self).pointee.finalize = { object in
                let instance = UnsafeMutableRawPointer(object)?.assumingMemoryBound(to: TurnedInstance.self)
                if let inner = instance?.pointee.inner { g_object_unref(UnsafeMutableRawPointer(inner)) }
                instance?.pointee.inner = nil
                fg_finalize_parent(object, fg_type_of_object())
            }
        }, UInt32(MemoryLayout<TurnedInstance>.size), nil, GTypeFlags(0))
    var paintable = GInterfaceInfo()
    paintable.interface_init = { interface, _ in
        guard let methods = interface?.assumingMemoryBound(to: GdkPaintableInterface.self) else { return }
        methods.pointee.snapshot = { paintable, snapshot, width, height in
            if let turned = turned(paintable) { draw(turned, snapshot, width, height) }
        }
        methods.pointee.get_intrinsic_width = { paintable in
            guard let turned = turned(paintable) else { return 0 }
            return turned.isSideways
                ? gdk_paintable_get_intrinsic_height(turned.inner) : gdk_paintable_get_intrinsic_width(turned.inner)
        }
        methods.pointee.get_intrinsic_height = { paintable in
            guard let turned = turned(paintable) else { return 0 }
            return turned.isSideways
                ? gdk_paintable_get_intrinsic_width(turned.inner) : gdk_paintable_get_intrinsic_height(turned.inner)
        }
        methods.pointee.get_intrinsic_aspect_ratio = { paintable in
            guard let turned = turned(paintable) else { return 0 }
            let ratio = gdk_paintable_get_intrinsic_aspect_ratio(turned.inner)
            return turned.isSideways && ratio > 0 ? 1 / ratio : ratio
        }
    }
    g_type_add_interface_static(type, gdk_paintable_get_type(), &paintable)
    return type
}()
