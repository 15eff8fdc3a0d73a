/// The limits of the inbox and of receipts.
public enum InboxLimits {
    /// The most assets of a client that wait for the person.
    public static let waiting: Int64 = 1_000
    /// How long a receipt is kept, in seconds.
    public static let receiptSeconds: Int64 = 30 * 86_400
    /// The most receipts of a client that are kept. The newest stay.
    public static let receipts: Int64 = 10_000
    /// How long a client can withdraw what it added, in seconds.
    public static let withdrawalSeconds: Int64 = 3_600
}
