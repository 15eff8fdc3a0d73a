/// The state of an asset that an app added.
public enum ReceiptState: String, CaseIterable, Sendable {
    /// The asset was added, or waits until the person has looked at it.
    case added
    /// The person looked at it and accepted it.
    case seen
    /// The person rejected it.
    case rejected
}
