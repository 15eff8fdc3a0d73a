import CFilmgateGTK

/// A cell of a grid. It is reused for other positions while the person scrolls.
public protocol GridCell: AnyObject {
    /// The widget that the grid shows for this cell.
    var widget: Widget { get }
    /// The text for screen readers.
    var accessibleName: String { get }
    /// Shows the element at a position.
    func bind(to position: Int)
    /// Called when the cell has scrolled out of view.
    func unbind()
}

/// A scrolling grid or row of cells, which the person selects with the mouse, the keyboard or a rubber band.
public final class GridView: Widget {
    private let rows: RowList
    /// The cells by their list items.
    private var places: [OpaquePointer: CellPlace] = [:]

    /// A cell and its list item. GTK updates the item's position when rows before it are added or removed.
    private final class CellPlace {
        let cell: any GridCell
        let item: OpaquePointer

        init(_ cell: any GridCell, at item: OpaquePointer) {
            self.cell = cell
            self.item = item
        }

        var position: Int? {
            let position = gtk_list_item_get_position(item)
            return position == GTK_INVALID_LIST_POSITION ? nil : Int(position)
        }

        /// Sets the accessible name of the parent, because the parent gets the focus.
        func updateName() {
            guard let holder = gtk_widget_get_parent(cell.widget.pointer) else { return }
            fg_set_accessible_label(UnsafeMutableRawPointer(holder), cell.accessibleName)
        }
    }

    /// - Parameters:
    ///   - rows: the rows, one for each cell.
    ///   - isStrip: whether the cells are in one row, which screen readers call a list.
    public init(of rows: RowList, isStrip: Bool = false, cell makeCell: @escaping () -> any GridCell) {
        self.rows = rows
        // The view consumes a reference to the model.
        g_object_ref(rows.pointer)
        let factory = gtk_signal_list_item_factory_new()
        let model = OpaquePointer(rows.pointer)
        super.init(isStrip ? gtk_list_view_new(model, factory) : gtk_grid_view_new(model, factory))
        if isStrip {
            gtk_orientable_set_orientation(opaque, GTK_ORIENTATION_HORIZONTAL)
            gtk_list_view_set_single_click_activate(opaque, 1)
        }
        letTabLeave()
        guard let factory else { return }
        let raw = UnsafeMutableRawPointer(factory)
        connect(raw, "setup") { [weak self] arguments in
            guard let self, let item = arguments.object(0) else { return false }
            let place = CellPlace(makeCell(), at: OpaquePointer(item))
            gtk_list_item_set_child(place.item, place.cell.widget.pointer)
            places[place.item] = place
            return false
        }
        connect(raw, "teardown") { [weak self] arguments in
            if let item = arguments.object(0) { self?.places[OpaquePointer(item)] = nil }
            return false
        }
        connect(raw, "bind") { [weak self] arguments in
            guard let item = arguments.object(0), let place = self?.places[OpaquePointer(item)],
                let position = place.position
            else { return false }
            place.cell.bind(to: position)
            place.updateName()
            return false
        }
        connect(raw, "unbind") { [weak self] arguments in
            if let item = arguments.object(0) { self?.places[OpaquePointer(item)]?.cell.unbind() }
            return false
        }
    }

    public required convenience init(in builder: Builder, _ id: String) {
        preconditionFailure("a grid is made in code")
    }

    /// Sets whether dragging draws a rectangle that selects the cells it touches.
    public func setRubberBand(_ isOn: Bool) { gtk_grid_view_set_enable_rubberband(opaque, isOn ? 1 : 0) }

    /// Makes one click activate a cell.
    public func setSingleClick() { gtk_grid_view_set_single_click_activate(opaque, 1) }

    /// The position of the cell that has the keyboard focus.
    public var focusedPosition: Int? {
        guard let root = gtk_widget_get_root(pointer), let focus = gtk_root_get_focus(root),
            let child = gtk_widget_get_first_child(focus)
        else { return nil }
        return places.values.first { $0.cell.widget.pointer == child }?.position
    }

    /// Returns whether there is no cell at a point of the view.
    public func isEmpty(atX x: Double, y: Double) -> Bool {
        gtk_widget_pick(pointer, x, y, GTK_PICK_DEFAULT) == pointer
    }

    /// Returns the widget of the cell at a position; nil if GTK has not created the cell.
    public func cell(at position: Int) -> Widget? { places.values.first { $0.position == position }?.cell.widget }

    public func position(of cell: any GridCell) -> Int? { places.values.first { $0.cell === cell }?.position }

    /// Calls `body` with the position of a cell when the person activates it with Enter or a double or single click.
    public func onActivate(_ body: @escaping (Int) -> Void) {
        connect(raw, "activate") { arguments in
            body(Int(arguments.unsigned(0)))
            return false
        }
    }

    /// Sets the maximum number of columns. GTK keeps cells for thirty full rows, so more columns than fit waste memory.
    public func setMostColumns(_ count: Int) {
        guard gtk_grid_view_get_max_columns(opaque) != UInt32(count) else { return }
        gtk_grid_view_set_max_columns(opaque, UInt32(count))
    }

    public func scroll(to position: Int) {
        gtk_widget_activate_action_variant(pointer, "list.scroll-to-item", g_variant_new_uint32(UInt32(position)))
    }

    /// Gives the keyboard focus to the cell at a position, and scrolls so that the cell is in view.
    ///
    /// - Returns: false if there is no such cell.
    public func focus(at position: Int) -> Bool {
        guard position < rows.count else { return false }
        // GTK creates only the cells around the position to which it scrolls.
        scroll(to: position)
        guard let cell = places.values.first(where: { $0.position == position })?.cell,
            let holder = gtk_widget_get_parent(cell.widget.pointer)
        else { return false }
        return gtk_widget_grab_focus(holder) != 0
    }

    /// Updates all cells with the current elements.
    public func refresh() {
        for place in places.values {
            guard let position = place.position else { continue }
            place.cell.bind(to: position)
            place.updateName()
        }
    }

    /// Calls `body` for each cell that shows an element, with the element's position.
    public func each(_ body: (any GridCell, Int) -> Void) {
        for place in places.values {
            if let position = place.position { body(place.cell, position) }
        }
    }
}

/// A scrolling view of a larger widget.
public final class ScrolledWindow: Widget {
    public func setChild(_ child: Widget) { gtk_scrolled_window_set_child(opaque, child.pointer) }

    /// Sets the minimum height of the view.
    public func setContentHeight(_ height: Int) {
        gtk_scrolled_window_set_min_content_height(opaque, Int32(height))
    }

    /// Sets whether the view has a vertical scroll bar.
    public func setScrollBar(_ isShown: Bool) {
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, isShown ? GTK_POLICY_AUTOMATIC : GTK_POLICY_EXTERNAL)
    }

    var adjustment: UnsafeMutablePointer<GtkAdjustment>? { gtk_scrolled_window_get_vadjustment(opaque) }

    public func scrollToTop() { gtk_adjustment_set_value(adjustment, gtk_adjustment_get_lower(adjustment)) }

    /// The part of the content's height that lies above the view, from 0 to 1.
    public var position: Double {
        let upper = gtk_adjustment_get_upper(adjustment)
        return upper > 0 ? gtk_adjustment_get_value(adjustment) / upper : 0
    }

    /// The height of the content above the view, as a multiple of the view's height.
    public var screensAbove: Double {
        let size = gtk_adjustment_get_page_size(adjustment)
        return size > 0 ? gtk_adjustment_get_value(adjustment) / size : 0
    }

    /// The scroll position, from 0 at the top to 1 at the end.
    public var progress: Double {
        get {
            let range = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
            return range > 0 ? max(0, min(gtk_adjustment_get_value(adjustment) / range, 1)) : 0
        }
        set {
            let range = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
            gtk_adjustment_set_value(adjustment, newValue * range)
        }
    }

    /// Whether the end of the content is in view.
    public var isAtEnd: Bool {
        gtk_adjustment_get_value(adjustment) + gtk_adjustment_get_page_size(adjustment)
            >= gtk_adjustment_get_upper(adjustment) - 1
    }

    /// Scrolls horizontally, so that a position in the content is in the middle of the view.
    ///
    /// - Parameter part: the position as a fraction of the width, from the first to the last element in reading
    ///   direction.
    public func center(at part: Double) {
        guard let adjustment = gtk_scrolled_window_get_hadjustment(opaque) else { return }
        let (size, upper) = (gtk_adjustment_get_page_size(adjustment), gtk_adjustment_get_upper(adjustment))
        let middle = (isRightToLeft ? 1 - part : part) * upper
        gtk_adjustment_set_value(adjustment, min(max(0, middle - size / 2), max(0, upper - size)))
    }

    /// Calls `body` when the width of the content or of the view has changed, while GTK is still laying out widgets.
    public func onContentWidthChanged(_ body: @escaping () -> Void) {
        guard let adjustment = gtk_scrolled_window_get_hadjustment(opaque) else { return }
        for property in ["upper", "page-size"] {
            connect(UnsafeMutableRawPointer(adjustment), "notify::\(property)", body)
        }
    }

    /// Scrolls horizontally.
    ///
    /// - Parameter distance: the distance to the right, in logical pixels.
    public func moveSideways(by distance: Double) {
        guard let adjustment = gtk_scrolled_window_get_hadjustment(opaque) else { return }
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
    }

    /// Calls `body` with the width of the view when it has changed.
    public func onWidthChanged(_ body: @escaping (Double) -> Void) {
        guard let adjustment = gtk_scrolled_window_get_hadjustment(opaque) else { return }
        connect(UnsafeMutableRawPointer(adjustment), "notify::page-size") {
            body(gtk_adjustment_get_page_size(adjustment))
        }
    }

    /// Calls the closure when the view has scrolled.
    public func onScroll(_ body: @escaping () -> Void) {
        guard let adjustment else { return }
        connect(UnsafeMutableRawPointer(adjustment), "value-changed", body)
    }
}
