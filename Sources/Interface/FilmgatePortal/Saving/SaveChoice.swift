import FilmgateDBus

/// Filmgate's additional choice in a dialog that saves a picture or a video: whether to add the file to the library.
struct SaveChoice: Sendable {
    /// The identifier of the choice. No choice of the app has the same identifier.
    let id: String
    /// Whether the app itself adds choices to the dialog.
    private let hasOthers: Bool

    private static let usualID = "filmgate-add"

    /// Returns nil if the dialog does not save pictures or videos, or if the app's choices are invalid.
    init?(for dialog: DialogCall) {
        guard dialog.kind == .saveFile, dialog.savesMedia else { return nil }
        hasOthers = dialog.options["choices"] != nil
        guard !hasOthers || dialog.options["choices"]?.value(as: [DialogCall.Choice].self) != nil else { return nil }
        let taken = Set(dialog.choices.map { $0.values.0 })
        var id = Self.usualID
        while taken.contains(id) { id += "-" }
        self.id = id
    }

    /// Returns the dialog with this choice after the app's own.
    func added(to dialog: DialogCall, label: String, isTicked: Bool) -> DialogCall {
        var dialog = dialog
        // A choice without values is a check box.
        dialog.options["choices"] = Variant(
            dialog.choices + [DialogCall.Choice(id, label, [], isTicked ? "true" : "false")])
        return dialog
    }

    /// Removes this choice from an answer, so that the app never gets it.
    ///
    /// - Returns: whether the person ticked this choice; nil if the desktop's own dialog did not show it.
    func take(from answer: inout DialogAnswer) -> Bool? {
        let given = answer.results["choices"]?.value(as: [Structure<String, String>].self) ?? []
        let others = given.filter { $0.values.0 != id }
        answer.results["choices"] = hasOthers || !others.isEmpty ? Variant(others) : nil
        return given.first { $0.values.0 == id }.map { $0.values.1 == "true" }
    }
}

extension DialogCall {
    /// Whether the suggested name or the filter belongs to pictures or videos that a library can contain.
    var savesMedia: Bool {
        let name = options["current_name"]?.value(as: String.self) ?? path("current_file")
        if let ending = name.flatMap(FileSuffix.ending), FileSuffix.types[ending] != nil { return true }
        return filter.flatMap { AcceptedMedia($0) } != nil
    }
}

extension DialogAnswer {
    /// The path of the file that the person chose; nil unless the answer has exactly one local file.
    var savedPath: String? {
        guard response == 0, let uris = results["uris"]?.value(as: [String].self), uris.count == 1 else { return nil }
        return FileURI.path(in: uris[0])
    }
}
