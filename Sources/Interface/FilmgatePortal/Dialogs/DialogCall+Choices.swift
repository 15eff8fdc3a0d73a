import FilmgateDBus

extension DialogCall {
    /// A choice that an app adds to its dialog: its identifier, its label, its values, and the initial value.
    typealias Choice = Structure<String, String, [Structure<String, String>], String>

    var choices: [Choice] { options["choices"]?.value(as: [Choice].self) ?? [] }

    /// The initial values, as answers for a dialog that does not show the app's choices.
    var usualChoices: [Structure<String, String>] {
        choices.map { choice in
            let (id, _, values, usual) = choice.values
            let first = values.first.map { $0.values.0 } ?? "false"
            return Structure(id, usual.isEmpty ? first : usual)
        }
    }
}
