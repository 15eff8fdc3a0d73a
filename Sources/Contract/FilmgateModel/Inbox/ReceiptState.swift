/// The state of a receipt, which is the identifier that an app got for an asset that it added.
public enum ReceiptState: String, CaseIterable, Sendable {
    /// The asset needed no review, or still waits for the person's review.
    case added
    /// The person looked at the asset and accepted it.
    case seen
    /// The person rejected the asset.
    case rejected
}
