import CFilmgateGTK

// Compiler fault: 4
/// The rows of a grid or list, as a GTK model that only counts them. The program shows the element at a position, and
/// decides which rows are selected.
///
/// A row uses no memory until it is shown, so a list can have millions of rows.
@MainActor public final class RowList {
    /// A person's change of the selection.
    public enum SelectionChange {
        case add(Range<Int>)
        case remove(Range<Int>)
        /// Selects only this range, which the person chooses with Shift and a click or an arrow key.
        case extend(Range<Int>)
        /// Selects the rows that a rubber band touches, although GTK would unselect them while Shift is held.
        case rectangle([Int], keepsOthers: Bool)
    }

    let pointer: UnsafeMutablePointer<GObject>

    /// Returns whether a row is selected.
    public var isSelected: (Int) -> Bool = { _ in false }
    /// Called when the person changes the selection. If nil, the person cannot select rows.
    public var changeSelection: ((SelectionChange) -> Void)?

    public init() {
        pointer = fg_new(rowListType)
        instance.pointee.owner = Unmanaged.passUnretained(self)
    }

    isolated deinit {
        instance.pointee.owner = nil
        g_object_unref(pointer)
    }

    public var count: Int { Int(instance.pointee.count) }

    private var instance: UnsafeMutablePointer<RowListInstance> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: RowListInstance.self)
    }

    /// Replaces rows with `added` new rows, and notifies the view.
    public func replace(_ rows: Range<Int>, with added: Int) {
        instance.pointee.count = UInt32(count - rows.count + added)
        g_list_model_items_changed(OpaquePointer(pointer), UInt32(rows.lowerBound), UInt32(rows.count), UInt32(added))
    }

    /// Notifies the view that rows were selected or unselected.
    public func selectionChanged(in rows: Range<Int>) {
        guard !rows.isEmpty else { return }
        gtk_selection_model_selection_changed(OpaquePointer(pointer), UInt32(rows.lowerBound), UInt32(rows.count))
    }
}

/// The instance structure of the GObject class.
private struct RowListInstance {
    var parent: GObject
    var count: UInt32
    /// The list; nil after it was released.
    var owner: Unmanaged<RowList>?
}

private func instance(_ model: OpaquePointer?) -> UnsafeMutablePointer<RowListInstance>? {
    UnsafeMutableRawPointer(model)?.assumingMemoryBound(to: RowListInstance.self)
}

private func owner(_ model: OpaquePointer?) -> RowList? { instance(model)?.pointee.owner?.takeUnretainedValue() }

/// - Returns: whether the change was accepted.
private func change(_ model: OpaquePointer?, _ change: RowList.SelectionChange) -> gboolean {
    guard let body = owner(model)?.changeSelection else { return 0 }
    body(change)
    return 1
}

private func rows(_ position: guint, _ count: guint, in model: OpaquePointer?) -> Range<Int> {
    let end = min(Int(position) + Int(count), owner(model)?.count ?? 0)
    return min(Int(position), end)..<end
}

private var isShiftHeld: Bool {
    guard let seat = gdk_display_get_default_seat(gdk_display_get_default()), let keyboard = gdk_seat_get_keyboard(seat)
    else { return false }
    return gdk_device_get_modifier_state(keyboard).rawValue & GDK_SHIFT_MASK.rawValue != 0
}

/// A GObject class that implements GListModel and GtkSelectionModel.
private let rowListType: GType = {
    let type = g_type_register_static_simple(
        fg_type_of_object(), "FilmgateRowList", UInt32(MemoryLayout<GObjectClass>.size), nil,
        UInt32(MemoryLayout<RowListInstance>.size), nil, GTypeFlags(0))
    var list = GInterfaceInfo()
    list.interface_init = { interface, _ in
        guard let methods = interface?.assumingMemoryBound(to: GListModelInterface.self) else { return }
        methods.pointee.get_item_type = { _ in fg_type_of_object() }
        methods.pointee.get_n_items = { model in instance(model)?.pointee.count ?? 0 }
        methods.pointee.get_item = { model, position in
            guard let rows = instance(model), position < rows.pointee.count else { return nil }
            return UnsafeMutableRawPointer(fg_new(fg_type_of_object()))
        }
    }
    g_type_add_interface_static(type, fg_type_of_list_model(), &list)
    var selection = GInterfaceInfo()
    selection.interface_init = { interface, _ in
        guard let methods = interface?.assumingMemoryBound(to: GtkSelectionModelInterface.self) else { return }
        methods.pointee.is_selected = { model, position in owner(model)?.isSelected(Int(position)) == true ? 1 : 0 }
        methods.pointee.get_selection_in_range = { model, position, count in
            let set = gtk_bitset_new_empty()
            guard let list = owner(model) else { return set }
            for row in rows(position, count, in: model) where list.isSelected(row) { gtk_bitset_add(set, UInt32(row)) }
            return set
        }
        methods.pointee.select_item = { model, position, alone in
            // GTK also selects a single row when it moves the focus, which must not replace the selection. The
            // program handles clicks itself.
            alone != 0 ? 1 : change(model, .add(rows(position, 1, in: model)))
        }
        methods.pointee.unselect_item = { model, position in change(model, .remove(rows(position, 1, in: model))) }
        methods.pointee.select_range = { model, position, count, alone in
            let rows = rows(position, count, in: model)
            return change(model, alone != 0 ? .extend(rows) : .add(rows))
        }
        methods.pointee.unselect_range = { model, position, count in
            change(model, .remove(rows(position, count, in: model)))
        }
        methods.pointee.select_all = { model in change(model, .add(rows(0, .max, in: model))) }
        methods.pointee.unselect_all = { model in change(model, .remove(rows(0, .max, in: model))) }
        methods.pointee.set_selection = { model, selected, mask in
            // With Shift, GTK passes no selected rows, and marks the rows in the rectangle to be unselected.
            let isShifted = selected.map { gtk_bitset_is_empty($0) != 0 } == true && isShiftHeld
            guard let touched = isShifted ? mask : selected else { return 0 }
            let count = gtk_bitset_get_size(touched)
            // Without a modifier key, the mask contains all rows, so the other rows are unselected.
            let keepsOthers = isShifted || mask.map { gtk_bitset_get_size($0) <= count } == true
            let positions = (0..<count).map { Int(gtk_bitset_get_nth(touched, UInt32($0))) }
            return change(model, .rectangle(positions, keepsOthers: keepsOthers))
        }
    }
    g_type_add_interface_static(type, fg_type_of_selection_model(), &selection)
    return type
}()
