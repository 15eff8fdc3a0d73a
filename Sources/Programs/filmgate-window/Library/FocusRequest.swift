/// Whether photos get the focus when their list has been read. A change of the list alone never moves the focus.
enum FocusRequest {
    case none
    /// The person opened a sidebar item. The photos get the focus unless the person continues in the sidebar.
    case ofPart
    /// The photos get the focus, because the widget that had the focus is no longer visible.
    case always
}
