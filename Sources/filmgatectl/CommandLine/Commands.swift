extension Command {
    /// Everything that the tool can do, in the order in which help shows it.
    static let all: [Command] = [
        .status, .importPhotos,
        .exportLibrary,
        .search,
        .listAssets, .showAssets, .exportAssets, .editAsset, .deleteAssets,
        .listAlbums, .showAlbum, .createAlbum, .renameAlbum, .deleteAlbums, .addToAlbum, .removeFromAlbum, .moveInAlbum,
        .listFolders, .createFolder, .renameFolder, .deleteFolders, .addToFolder, .removeFromFolder,
        .listTrash, .restoreTrash, .purgeTrash, .emptyTrash,
        .watch,
        .listGrants, .showGrant, .setGrant, .resetGrant, .selection, .clients, .agent, .audit, .who,
        .explain, .checkPolicy, .showPolicy,
        .verify, .doctor, .completions, .manual,
    ]
}
