/// How much waits in the inbox, and for how long receipts are kept.
public enum InboxLimits {
    /// The most assets of a client that wait for the person.
    public static let waiting: Int64 = 1_000
    /// For how long a receipt is kept, in seconds.
    public static let receiptSeconds: Int64 = 30 * 86_400
    /// The most receipts of a client that are kept: the newest.
    public static let receipts: Int64 = 10_000
    /// For how long a client can withdraw what it added, in seconds.
    public static let withdrawalSeconds: Int64 = 3_600
}
