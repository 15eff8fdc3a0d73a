import FilmgateTestKit

/// What waits in the inbox, and receipts.
extension Twin {
    static func policy(quarantining isQuarantined: Bool) -> String {
        "[flatpak:org.example.Scanner]\npreset=add-only\nquarantine=true\n"
            + (isQuarantined ? "[\(client)]\nquarantine=true\n" : "")
    }

    /// Work with the inbox in one of the libraries: a different app adds to it and withdraws, and the person decides.
    mutating func workInInbox() async throws {
        // What is accepted becomes visible to an app that sees photos of everybody.
        let accepts = level != "full" && !level.hasSuffix("images")
        switch Int.random(in: 0..<5, using: &random) {
        case 0...1 where waiting.count < 10:
            made += 1
            let mark = ["waiting \(made)", "own \(Int.random(in: 0..<12, using: &random))", "shared 0"].randomElement(
                using: &random)
            waiting.append(try await scanner.add(TestPhoto.small(mark), properties: ["title": "secret"]))
        case 2:
            guard let id = waiting.popLast() else { return }
            // It may be rejected, and stays then.
            _ = try await scanner.call("Library1", "WithdrawAdded", "as", .list([.text(id)]))
        case 3:
            guard let id = waiting.randomElement(using: &random) else { return }
            let options: [String: BusArgument] = Bool.random(using: &random) ? ["purge": true] : [:]
            try await owner.call("Admin1", "RejectAdded", "asa{sv}", .list([.text(id)]), .table(options))
            if !options.isEmpty { waiting.removeAll { $0 == id } }
        case 4 where accepts:
            guard let id = waiting.randomElement(using: &random) else { return }
            try await owner.call("Admin1", "AcceptAdded", "asa{sv}", .list([.text(id)]), [:])
            waiting.removeAll { $0 == id }
            unseen.append(id)
        default: _ = try await owner.call("Admin1", "ListInbox", "a{sv}", [:])
        }
    }

    /// The person accepts what the app itself added, in both libraries.
    mutating func acceptOwn(_ random: inout SeededRandom) async throws {
        guard let id = own.randomElement(using: &random) else { return }
        do {
            try await owner.call("Admin1", "AcceptAdded", "asa{sv}", .list([.text(id)]), [:])
        } catch let error as BusError {
            // It is accepted already.
            guard error.kind == "NotFound" else { throw error }
        }
    }

    /// The app asks about receipts: its own, those of others, made up ones; or withdraws.
    mutating func listReceipts(_ random: inout SeededRandom) async throws -> Transcript.Line {
        let names = (0..<Int.random(in: 1...3, using: &random)).map { _ in Attempt.Name.photo(&random) }
        let isWithdrawal = Int.random(in: 0..<4, using: &random) == 0
        let target = Target(self)
        let ids = names.map(target.id)
        let arguments = BusArgument.list(ids.map(BusArgument.text))
        do {
            if isWithdrawal {
                try await app.call("Library1", "WithdrawAdded", "as", arguments)
                own.removeAll(where: ids.contains)
                return Transcript.Line(attempt: "withdraw \(names)", reported: "done")
            }
            let states = try await app.call("Library1", "GetReceipts", "as", arguments)[0]?.table ?? [:]
            return Transcript.Line(
                attempt: "receipts \(names)", reported: "\(states.count) \(ids.map { states[$0]?.text ?? "none" })")
        } catch let error as BusError {
            return Transcript.Line(
                attempt: "receipts \(names)", reported: "\(error.kind): \(error.message)", isRefusal: true)
        }
    }
}
