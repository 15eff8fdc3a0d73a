import Filmgate
import FilmgateText

/// The output of `grants show` about a client, for people.
struct GrantDescription {
    let client: ClientID
    /// The grant; nil if there is no decision.
    let grant: ClientGrant?

    var sheet: KeyValueTextTable {
        var sheet = KeyValueTextTable()
        sheet.add(localized("Client"), client.description)
        sheet.add(
            localized("Verified"),
            client.kind.isVerified
                ? localized("yes") : localized("no, a program of this kind can claim any name"))
        sheet.add(
            localized("Level"), (grant?.level ?? Level.undetermined).text(isPaused: grant?.pause != nil))
        sheet.add(localized("Paused"), grant?.pause)
        sheet.add(localized("Paused until"), grant?.pausedUntil.map { TimeText.local(Timestamp($0)) })
        sheet.add(localized("Asks you"), grant?.isMuted == true ? localized("never, because you muted it") : nil)
        sheet.add(localized("Can open again"), grant?.keptItemsText)
        if let grant, grant.isDecided { add(grant, to: &sheet) }
        return sheet
    }

    private func add(_ grant: ClientGrant, to sheet: inout KeyValueTextTable) {
        sheet.add(localized("Adding"), grant.addOnly.rawValue)
        sheet.add(localized("Reading and changing"), grant.readWrite.rawValue)
        sheet.add(localized("Selected"), grant.selectionText)
        if grant.readWrite.allowsReading { addRights(of: grant, to: &sheet) }
        sheet.add(localized("Decided by"), grant.grantor?.rawValue)
        sheet.add(localized("Since"), TimeText.local(Timestamp(grant.grantedDate)))
        sheet.add(
            localized("Expires"),
            grant.expires.map { TimeText.local(Timestamp($0)) }
                ?? (grant.isOnce ? localized("when it disconnects") : localized("never")))
        sheet.add(localized("Last used"), grant.lastUsed.map { TimeText.local(Timestamp($0)) })
    }

    private func addRights(of grant: ClientGrant, to sheet: inout KeyValueTextTable) {
        let names = grant.rights.names
        sheet.add(localized("Rights"), names.isEmpty ? localized("none") : names.joined(separator: ", "))
        sheet.add(localized("Places"), grant.learnsTowns ? localized("rounded to a tenth of a degree") : nil)
        let types = grant.limits.mediaTypes
        let only = localized("only {types}, and no albums", ["types": types.names.joined(separator: ", ")])
        sheet.add(localized("Types"), types == MediaType.all ? nil : only)
        sheet.add(
            localized("Images"),
            grant.limits.maxPixels.map { pixels in
                localized("at most {n} pixels on the longer side", ["n": "\(pixels)"])
            })
        sheet.add(localized("Originals"), originals(of: grant))
        sheet.add(
            localized("Changes"),
            !grant.rights.contains(.write)
                ? localized("none")
                : grant.rights.contains(.manage)
                    ? localized("without confirmation") : localized("you confirm deletions"))
    }

    private func originals(of grant: ClientGrant) -> String {
        let lacking = Rights.reading.subtracting(grant.rights)
        if lacking.contains(.originals) {
            return localized("closed, because it lacks the right {right}", ["right": Rights.originals.list])
        }
        if grant.limits.maxPixels != nil { return localized("closed, because its images have a limit") }
        if !lacking.isEmpty {
            return counted(
                "redacted, because it lacks the right {rights}", "redacted, because it lacks the rights {rights}",
                lacking.names.count, ["rights": lacking.list])
        }
        return grant.learnsTowns ? localized("without places, because its places are rounded") : localized("open")
    }
}

extension Rights {
    fileprivate var list: String { PhraseJoiner.joined(names.map { "'\($0)'" }) }
}
