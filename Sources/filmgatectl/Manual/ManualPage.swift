internal import FilmgateCommandLine

/// The tool's manual page in the language of mdoc(7), made from the table of commands.
struct ManualPage {
    let commands: [Command]

    var text: String {
        var page = Mdoc()
        page.macro("Dd November 22, 2026")
        page.macro("Dt FILMGATECTL 1")
        page.macro("Os Filmgate")
        page.section("NAME")
        page.macro("Nm filmgatectl")
        page.macro("Nd manage a photo library, and decide what each app may see")
        page.section("SYNOPSIS")
        page.macro("Nm filmgatectl")
        page.macro("Ar command")
        page.macro("Op Ar options")
        page.section("DESCRIPTION")
        page.macro("Nm")
        page.sentences(
            "manages photo libraries for their owners and for administrators. It calls the broker, filmgated. The output is for people, or with --json for programs."
        )
        page.paragraph(
            "These aliases stand for commands: "
                + CommandAliases.commands.map { "'\($0.0)' for '\($0.1)'" }.joined(separator: ", ") + ".")
        page.paragraph(AssetNaming.rule)
        page.paragraph("Every command has these options:")
        page.list(Option.common.map { ($0.manualTag, $0.help) })
        page.section("COMMANDS")
        for command in commands { describe(command, on: &page) }
        page.section("ENVIRONMENT")
        page.list([
            (
                "Ev FILMGATE_BUS_ADDRESS",
                "The bus of the broker if --bus is not given. The default is the system bus"
            ),
            ("Ev NO_COLOR", "If it is set and not empty, the tool does not use bold text and colors"),
        ])
        page.section("EXIT STATUS")
        page.list(ExitCode.allCases.map { ("Er \($0.rawValue)", $0.meaning) })
        page.section("SEE ALSO")
        page.macro("Xr filmgate-agent 1 ,")
        page.macro("Xr filmgated.conf 5 ,")
        page.macro("Xr org.filmgate.Library1 7 ,")
        page.macro("Xr filmgated 8")
        return page.text
    }

    private func describe(_ command: Command, on page: inout Mdoc) {
        page.macro("Ss \(command.name)")
        page.macro("Nm filmgatectl")
        page.macro("Cm \(command.name)")
        if !command.options.isEmpty { page.macro("Op Ar options") }
        for operand in command.operands { page.macro(operand.manualWords) }
        page.paragraph(command.summary + ".")
        for detail in command.details { page.paragraph(detail) }
        let arguments =
            command.operands.map { ("Ar \($0.name)", $0.help) } + command.options.map { ($0.manualTag, $0.help) }
        if !arguments.isEmpty { page.list(arguments) }
        for example in command.examples {
            page.paragraph(example.meaning)
            page.literal("$ filmgatectl \(example.line)")
        }
    }
}

extension Operand {
    fileprivate var manualWords: String {
        switch count {
        case .one: "Ar \(name)"
        case .optional: "Op Ar \(name)"
        case .any: "Op Ar \(name) ..."
        case .atLeastOne: "Ar \(name) ..."
        }
    }
}

extension Option {
    fileprivate var manualTag: String {
        let value = self.value.placeholder.map { " Ar \($0)" } ?? ""
        let long = "Fl Fl \(name)\(value)"
        return letter.map { "Fl \($0) , \(long)" } ?? long
    }
}
