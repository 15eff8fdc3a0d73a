/// The offer to add what an app saves in one dialog.
struct SaveOffer: Sendable {
    /// Whether the choice is ticked at first.
    let isTicked: Bool
    /// Called once, when the dialog has ended: with whether the person wants the file in the library, and its path; nil
    /// if nothing is saved.
    let end: @Sendable (_ answer: (adds: Bool, path: String?)?) async -> Void
}
