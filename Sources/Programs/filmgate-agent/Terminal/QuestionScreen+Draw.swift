import FilmgatePictures
import FilmgatePrompts
import FilmgateText

extension QuestionScreen {
    private var hints: [KeyHint] {
        actions + [
            KeyHint("Esc", question.kind == .confirm ? localized("No") : localized("Not now")),
            KeyHint("?", localized("Help")),
        ]
    }

    /// The hints for the keys that act on the cursor's line.
    private var actions: [KeyHint] {
        switch item {
        case .choice:
            [
                KeyHint("↑↓", localized("Choose")),
                KeyHint("Enter", form.choice.leadsToSelection ? localized("Select") : localized("Answer")),
            ] + (settings.contains(.period) ? [KeyHint("←→", localized("How long"))] : [])
                + (settings.isEmpty ? [] : [KeyHint("Tab", localized("Settings"))])
        case .period:
            [KeyHint("←→", localized("Change")), KeyHint("Enter", localized("Back to the answer"))]
        case .right:
            [
                KeyHint(localized("Space"), localized("Change")), KeyHint("←→", localized("Move")),
                KeyHint("Enter", localized("Back to the answer")),
            ]
        }
    }

    /// Draws the question. The header never scrolls. If the answers do not fit under it, they scroll. The quotation
    /// and the photos get the remaining rows.
    func frame(_ size: TerminalSize, waiting: Int) -> Frame {
        let room = size.rows - 2
        var (answers, focus) = answers(size.columns)
        var head = QuestionHeader(question: question, columns: size.columns, isTight: false)
        if head.lines.count + answers.count > room {
            head.isTight = true
            // Removes the empty line before the answers.
            answers.removeFirst()
            focus -= 1
        }
        var lines = head.lines
        lines += head.quotation(rows: room - lines.count - answers.count)
        let strip = pictures(room: room - lines.count - answers.count, columns: size.columns)
        let placements = strip.pictures.map { $0.lower(by: 1 + lines.count + answers.count) }
        answers += strip.lines
        answers += list(room: room - lines.count - answers.count, columns: size.columns)
        lines += window(answers, on: focus, room: room - lines.count)
        let others = waiting == 0 ? "" : counted("{n} more waiting", "{n} more waiting", waiting)
        let title = localized("Filmgate · {page}", ["page": PromptText(question).subject])
        var frame = Frame(
            lines: [Line.bar(title, others, columns: size.columns)] + lines
                + [KeyHint.line(hints, columns: size.columns)])
        frame.pictures = placements
        return frame
    }

    /// Returns pictures of the newest photos or of the photos to change, side by side; none if they do not fit.
    private func pictures(room: Int, columns: Int) -> (lines: [Line], pictures: [PicturePlacement]) {
        let photos = question.kind == .confirm ? touched : newest
        guard let box, !photos.isEmpty, room > box.rows else { return ([], []) }
        let heading = question.kind == .confirm ? "" : localized("Your newest photos:")
        let margin = 5
        let count = (columns - margin) / (box.columns + 1)
        let pictures = photos.prefix(count).enumerated().map { index, photo in
            PicturePlacement(photo: photo.id, row: 1, column: margin + index * (box.columns + 1), box: box)
        }
        return ([Line.indented(heading, by: margin, .quiet)] + Array(repeating: Line(), count: box.rows), pictures)
    }

    /// Returns the lines with the number of photos, the answers and the settings. Also returns the index of the
    /// cursor's line.
    private func answers(_ columns: Int) -> (lines: [Line], focus: Int) {
        let extent = Text.wrapped(PromptText(question).extent, to: min(columns, 100) - 4)
        var lines = [Line()] + extent.map { .indented($0, by: 2) } + [Line()]
        lines += form.choices.enumerated().map { row($1, $0, columns) }
        let settings = settings(columns)
        lines += settings.isEmpty ? [] : [Line()]
        // If the answer grants nothing, the rows of the settings stay empty, so that no other row moves.
        lines += form.choice.grants ? settings : settings.map { _ in Line() }
        return (lines, lines.firstIndex { $0.spans.contains { $0.look == .current } } ?? 0)
    }

    private func row(_ choice: PromptChoice, _ index: Int, _ columns: Int) -> Line {
        let isCurrent = item == .choice(index)
        let isChosen = form.choice == choice
        let text = "\(choice.key)  \(choice.title(for: question))"
        let mark = isCurrent ? "▸ " : isChosen ? "• " : "  "
        let look: TextStyle = isCurrent ? .current : isChosen ? .strong : .plain
        let width = min(columns - 4, 68)
        return Line(Span("  "), Span(Text.fitted(" " + mark + text, to: width), look))
    }

    private func settings(_ columns: Int) -> [Line] {
        guard question.kind == .access || !form.options.isEmpty else { return [] }
        let periods =
            form.periods.count == 1
            ? [Span(PromptForm.text(of: form.period), .strong)]
            : form.periods.map { option in
                let isChosen = option == form.period
                let look: TextStyle = isChosen && item == .period ? .current : isChosen ? .strong : .quiet
                return Span((isChosen ? "(•) " : "( ) ") + PromptForm.text(of: option), look)
            }
        let periodTitle = localized("How long")
        let rightTitle = question.kind == .pick ? localized("With") : localized("And also")
        let titleColumns = max(8, question.kind == .access ? Text.width(periodTitle) : 0, Text.width(rightTitle))
        let lines =
            question.kind == .access ? row(Text.padded(periodTitle, to: titleColumns), periods, apart: 3, columns) : []
        guard !form.options.isEmpty else { return lines }
        let rights = form.options.enumerated().map { index, right in
            let isGiven = form.rights.contains(right)
            let look: TextStyle = item == .right(index) ? .current : isGiven ? .strong : .quiet
            return Span("\(isGiven ? "[x]" : "[ ]") \(right.key) \(form.title(of: right))", look)
        }
        let indent = titleColumns + 7
        let note = Text.wrapped(form.note ?? "", to: max(10, columns - indent))
        return lines + row(Text.padded(rightTitle, to: titleColumns), rights, apart: 2, columns)
            + note.map { .indented($0, by: indent, .quiet) }
    }

    /// Shows options side by side, on several lines if one line is too short.
    private func row(_ title: String, _ options: [Span], apart: Int, _ columns: Int) -> [Line] {
        let label = "     \(title) "
        var lines = [Line(label)]
        for (index, option) in options.enumerated() {
            let used = Text.width(lines[lines.count - 1].text)
            let mark = Span(option.look == .current ? "▸" : " ", .strong)
            if index == 0 {
                lines[0].spans += [mark, option]
            } else if used + apart + Text.width(option.text) <= columns {
                lines[lines.count - 1].spans += [Span(String(repeating: " ", count: apart - 1)), mark, option]
            } else {
                lines.append(Line(Span(String(repeating: " ", count: Text.width(label))), mark, option))
            }
        }
        return lines.map { $0.cut(to: columns) }
    }

    /// Lists as many of the photos to change as fit.
    private func list(room: Int, columns: Int) -> [Line] {
        guard question.kind == .confirm, room > 2 else { return [] }
        let count = question.changes.reduce(0) { $0 + $1.assets.count }
        var lines = [Line()]
        for photo in touched.prefix(room - 2) {
            let date = photo.time.map { "\($0.dateText) \($0.clockText)" } ?? "                "
            lines.append(Line.indented("\(date)  \(photo.label)", by: 5, .quiet).cut(to: columns))
        }
        let more = count - (lines.count - 1)
        if more > 0 { lines.append(.indented(counted("and {n} more", "and {n} more", more), by: 5, .quiet)) }
        return lines
    }

    /// Returns as many lines as fit, including the cursor's line.
    private func window(_ body: [Line], on focus: Int, room: Int) -> [Line] {
        guard body.count > room else { return body + Array(repeating: Line(), count: room - body.count) }
        let first = min(max(0, focus - room + 2), body.count - room)
        return Array(body[first..<(first + room)])
    }
}
