import CFilmgateGTK

/// Shows children in lines, with as many children in each line as fit.
public final class FlowBox: Widget {
    /// Adds a child. The child itself gets the focus, not the cell around it.
    public func append(_ child: Widget) {
        gtk_flow_box_insert(opaque, child.pointer, -1)
        if let place = gtk_widget_get_parent(child.pointer) { gtk_widget_set_focusable(place, 0) }
    }

    public func removeAll() {
        while let child = gtk_widget_get_first_child(pointer) { gtk_flow_box_remove(opaque, child) }
    }
}

extension Button {
    public convenience init(_ label: String) { self.init(gtk_button_new_with_label(label)) }

    public func onClicked(_ body: @escaping () -> Void) { connect(raw, "clicked", body) }
}
