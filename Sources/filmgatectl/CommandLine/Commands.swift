extension Command {
    /// Everything that the tool can do, in the order in which help shows it.
    static let all: [Command] = [
        .status, .importPhotos,
        .listAssets, .showAssets, .exportAssets, .editAsset, .deleteAssets,
        .listGrants, .showGrant, .setGrant, .resetGrant, .selection, .clients, .agent, .audit, .who,
        .explain, .checkPolicy, .showPolicy,
        .verify,
    ]
}
