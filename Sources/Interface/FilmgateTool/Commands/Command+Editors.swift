import Filmgate
import FilmgateEditors
import FilmgateText

extension Command {
    static let editors = Command(
        "editors", summary: "List the apps that edit photos and videos for the library",
        details: [
            "An editor says in its desktop file what it edits: images, videos, live photos. 'assets edit-with' and the library's window let it edit one asset, whatever access it has otherwise.",
            "Lists what is installed for you and for all users, as Flatpaks or otherwise.",
        ],
        options: [.noHeader],
        examples: [
            Example("editors", "Which apps can edit photos?"),
            Example("editors --json", "The same for programs, with each editor's client and icon."),
        ]
    ) { invocation in
        let editors = await InstalledEditors().all()
        return try invocation.write(
            editors, [.init(localized("EDITOR"), isName: true), .init(localized("NAME")), .init(localized("EDITS"))],
            ifNone: localized("No editors are installed.")
        ) { editor in
            [editor.application, Text.printable(editor.name), editor.editedWords.joined(separator: ",")]
        }
    }
}

extension InstalledEditor: Encodable {
    /// The media that the editor edits, as desktop files name them.
    var editedWords: [String] { EditedMedia.allCases.filter(media.contains).map(\.rawValue) }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyCodingKey.self)
        try values.encode(application, forKey: "application")
        try values.encode(client.description, forKey: "client")
        try values.encode(editedWords, forKey: "edits")
        try values.encodeIfPresent(icon, forKey: "icon")
        try values.encode(name, forKey: "name")
    }
}
