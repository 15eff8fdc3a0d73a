/// What a member that takes an asset's identifier answers, depending on what has become of that asset.
///
/// Columns: the caller, and the asset: `sel` ordinary, and for the limited caller selected · `own` added by the caller
/// · `hid` hidden, and selected · `tra` in the trash, and selected · `inb` waits in the inbox · `uns` not selected ·
/// `non` does not exist. Cells as in `MemberTable`; `none`: it is left out. Every caller asks for hidden and trashed
/// assets where a member has options for that.
enum AssetTable {
    static let text = """
                          lim.sel lim.own lim.hid lim.tra lim.inb lim.uns lim.non full.sel full.own full.hid full.tra full.inb full.non tool.sel tool.hid tool.tra tool.inb tool.non
        Fetch             ok      ok      ok      none    none    none    none    ok       ok       ok       ok       none     none     ok       ok       ok       none     none
        IndexOf           ok      ok      none    none    none    none    none    ok       ok       ok       ok       none     none     ok       ok       ok       none     none
        GetCapabilities   ok      ok      ok      nf      nf      nf      nf      ok       ok       ok       ok       nf       nf       ok       ok       ok       nf       nf
        CreateTransient   ok      ok      ok      nf      nf      nf      nf      ok       ok       ok       ok       nf       nf       ok       ok       ok       nf       nf
        RequestImage      ok      ok      ok      nf      nf      nf      nf      ok       ok       ok       ok       nf       nf       ok       ok       ok       ok       nf
        RequestVideo      inv     inv     inv     nf      nf      nf      nf      inv      inv      inv      inv      nf       nf       inv      inv      inv      inv      nf
        RequestLivePhoto  inv     inv     inv     nf      nf      nf      nf      inv      inv      inv      inv      nf       nf       inv      inv      inv      inv      nf
        StartCaching      ok      ok      ok      ok      ok      ok      ok      ok       ok       ok       ok       ok       ok       ok       ok       ok       ok       ok
        StopCaching       ok      ok      ok      ok      ok      ok      ok      ok       ok       ok       ok       ok       ok       ok       ok       ok       ok       ok
        ListResources     ok      ok      ok      nf      nf      nf      nf      ok       ok       ok       ok       nf       nf       ok       ok       ok       ok       nf
        OpenResource      ok      ok      ok      nf      nf      nf      nf      ok       ok       ok       ok       nf       nf       ok       ok       ok       ok       nf
        RequestResource   ok      ok      ok      nf      nf      nf      nf      ok       ok       ok       ok       nf       nf       ok       ok       ok       ok       nf
        GetMetadata       ok      ok      ok      nf      nf      nf      nf      ok       ok       ok       ok       nf       nf       ok       ok       ok       ok       nf
        BeginEditing      ok      ok      ok      nf      nf      nf      nf      ok       ok       ok       ok       nf       nf       ok       ok       ok       nf       nf
        CreateTicket      na      na      na      na      na      na      na      na       na       na       na       na       na       ok       ok       ok       nf       nf
        GetReceipts       ok      ok      ok      ok      ok      ok      ok      ok       ok       ok       ok       ok       ok       ok       ok       ok       ok       ok
        WithdrawAdded     nf      ok      nf      nf      nf      nf      nf      nf       ok       nf       nf       nf       nf       nf       nf       nf       nf       nf
        ExplainAccess     na      na      na      na      na      na      na      na       na       na       na       na       na       ok       ok       ok       ok       ok
        AcceptAdded       na      na      na      na      na      na      na      na       na       na       na       na       na       nf       nf       nf       ok       nf
        RejectAdded       na      na      na      na      na      na      na      na       na       na       na       na       na       nf       nf       nf       ok       nf
        set-properties    ok      ok      ok      nf      nf      nf      nf      ok       ok       ok       ok       nf       nf       ok       ok       ok       nf       nf
        add-keywords      ok      ok      ok      nf      nf      nf      nf      ok       ok       ok       ok       nf       nf       ok       ok       ok       nf       nf
        remove-keywords   ok      ok      ok      nf      nf      nf      nf      ok       ok       ok       ok       nf       nf       ok       ok       ok       nf       nf
        delete-assets     asks    asks    asks    nf      nf      nf      nf      asks     asks     asks     asks     nf       nf       ok       ok       ok       nf       nf
        restore-assets    ok      ok      ok      nf      nf      nf      nf      ok       ok       ok       ok       nf       nf       ok       ok       ok       nf       nf
        purge-assets      inv     inv     inv     nf      nf      nf      nf      inv      inv      inv      asks     nf       nf       inv      inv      ok       nf       nf
        revert-content    asks    ok      asks    nf      nf      nf      nf      asks     ok       asks     asks     nf       nf       ok       ok       ok       nf       nf
        original-asset    ok      ok      ok      nf      nf      nf      nf      ok       ok       ok       ok       nf       nf       ok       ok       ok       nf       nf
        """

    /// The columns, in order.
    static let columns = text.split(separator: "\n")[0].split(separator: " ").map(String.init)

    static let rows: [(name: String, cells: [String: String])] = text.split(separator: "\n").dropFirst().map { line in
        let words = line.split(separator: " ").map(String.init)
        return (words[0], Dictionary(uniqueKeysWithValues: zip(columns, words.dropFirst())))
    }
}
