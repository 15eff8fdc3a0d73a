/// The cases in which photos get the focus when they have been read. A change of the list alone never moves the focus.
enum FocusRequest {
    case none
    /// The person opened this part of the library; the focus moves unless they continue in the sidebar.
    case ofPart
    /// The focus was on a widget of this page that is no longer shown.
    case always
}
