import FilmgateText

extension Command {
    /// All commands, in the order in which help shows them.
    static let all: [Command] = [
        .status, .importPhotos,
        .exportLibrary,
        .search,
        .listAssets, .countAssets, .showAssets, .metadataOfAsset, .imageOfAsset, .videoOfAsset, .exportAssets,
        .editAsset, .adjustDates,
        .editors, .editAssetWith, .setContentOfAsset, .rotateAssets, .cropAsset, .revertAssets, .pickInBurst,
        .deleteAssets, .pick,
        .listAlbums, .showAlbum, .createAlbum, .setRuleOfAlbum, .renameAlbum, .deleteAlbums, .addToAlbum,
        .removeFromAlbum,
        .moveInAlbum, .coverOfAlbum,
        .listFolders, .createFolder, .renameFolder, .deleteFolders, .addToFolder, .removeFromFolder, .moveInFolder,
        .listTrash, .restoreTrash, .purgeTrash, .emptyTrash,
        .listInbox, .acceptInbox, .rejectInbox,
        .listPicks, .forgetPicks,
        .filesStatus, .filesOn, .filesOff,
        .undo, .watch,
        .listGrants, .showGrant, .setGrant, .pauseGrant, .resetGrant, .selection, .clients, .agent, .audit, .who,
        .explain, .checkPolicy, .showPolicy,
        .backup, .restore, .verify, .clearCache, .doctor,
    ]
}

extension [Command] {
    /// The first words of the commands, each once.
    var nouns: [String] {
        reduce(into: []) { nouns, command in
            if !nouns.contains(command.words[0]) { nouns.append(command.words[0]) }
        }
    }

    /// The options of all commands, and of the program.
    var options: [Option] { [Option](Set(flatMap(\.allOptions))) + [.version] }
}

/// Short names for commands, known from other tools.
enum CommandAliases {
    /// Aliases of whole commands.
    static let commands = [("ls", "assets list"), ("rm", "assets delete"), ("revoke", "grants reset")]
    /// Aliases of verbs after a noun.
    private static let verbs = ["ls": "list", "rm": "delete", "revoke": "reset"]

    /// Replaces an alias at the beginning of a command line.
    static func resolved(_ words: [Argument], among commands: [Command]) -> [Argument] {
        guard let first = words.first else { return words }
        if let alias = self.commands.first(where: { $0.0 == first.text }) {
            return alias.1.split(separator: " ").map { Argument(String($0)) } + words.dropFirst()
        }
        guard words.count > 1, let verb = words[1].text.flatMap({ verbs[$0] }),
            commands.contains(where: { $0.words == [first.shown, verb] })
        else { return words }
        return [first, Argument(verb)] + words.dropFirst(2)
    }
}
