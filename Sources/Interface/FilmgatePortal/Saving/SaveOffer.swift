/// An offer, in one save dialog, to add the saved file to the library.
struct SaveOffer: Sendable {
    /// Whether the choice is initially ticked.
    let isTicked: Bool
    /// Called once, when the dialog has ended. `adds` is whether the person wants the file in the library. The answer
    /// is nil if the person cancelled the dialog, or if the dialog did not show the choice.
    let end: @Sendable (_ answer: (adds: Bool, path: String?)?) async -> Void
}
