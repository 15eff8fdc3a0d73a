import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Policies in the tool", .inProcess)
struct PolicyCommandTests {
    private static let client = "flatpak:org.example.Chat"

    @Test("a check names FILE:LINE and the problem, and the exit code distinguishes errors and warnings")
    func check() async throws {
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            try world.writePolicy("[*]\nhighest=limited\n[flatpack:*]\nprompts=false\n", to: "10.conf")
            try world.writePolicy("[snap:*]\npreset=full\n", to: "20.conf")
            let broken = try await world.ctl("policy", "check", world.policyFolder)
            #expect(broken.code == 65)
            #expect(
                broken.lines.first?.hasPrefix("\(world.policyFolder)/10.conf:3: A pattern is '*' or begins") == true)
            #expect(broken.output.contains("\(world.policyFolder)/20.conf:2: warning: The preset 'full' is above"))
            #expect(broken.lines.last == "2 files with 2 sections checked: 2 problems.")
            let json = try await world.ctl("policy", "check", world.policyFolder, "--json")
            let findings = try #require(try json.object()["findings"] as? [[String: Any]])
            #expect(json.code == 65 && findings.map { $0["line"] as? Int } == [3, 2])
            #expect(findings.map { $0["severity"] as? String } == ["error", "warning"])

            let good = try await world.ctl("policy", "check", "\(world.policyFolder)/20.conf")
            #expect(good.code == 0 && good.output == "1 file with 1 section checked: no problems.\n")
            let missing = try await world.ctl("policy", "check", "\(world.policyFolder)/30.conf")
            #expect(missing.code == 65 && missing.output.contains("30.conf: It cannot be read"))
            let empty = try await world.ctl("policy", "check", try PhotoFolder("photos", in: world).path)
            #expect(empty.code == 0 && empty.errors.contains("no policy files"), "\(empty)")
            #expect(try await world.ctl("policy", "check").code == 0, "nothing is installed here")
        }
    }

    @Test("a check can list which calls of the audit log files would have decided differently")
    func replay() async throws {
        try await withWorld(WorldSettings(policy: "")) { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.client, "full", rights: ["originals", "captions", "metadata", "location"])
            let app = try await world.client(flatpak: "org.example.Chat")
            _ = try await app.open(photo)
            let file = "\(try PhotoFolder("rules", in: world).path)/50.conf"
            try "[flatpak:*]\nrights=captions\n".write(toFile: file, atomically: true, encoding: .utf8)
            let stricter = try await world.ctl("policy", "check", "--replay", "30d", file)
            #expect(
                stricter.lines.map { $0.split(separator: " ").joined(separator: " ") } == [
                    "APP OPERATION COUNT WAS WOULD BE", "\(Self.client) open-resource 1 allowed access-denied",
                ], "\(stricter)")
            let json = try await world.ctl("policy", "check", "--replay", "30d", file, "--json")
            #expect(json.output.contains("\"would-be\" : \"access-denied\""), "\(json)")
            try "[*]\nhighest=full\n".write(toFile: file, atomically: true, encoding: .utf8)
            let same = try await world.ctl("policy", "check", "--replay", "30d", file)
            #expect(same.code == 0 && same.output == "" && same.errors.contains("nothing differently"), "\(same)")
            #expect(try await world.ctl("policy", "check", "--replay", "soon", file).code == 64)
        }
    }

    @Test("the rules for an app are shown with their places")
    func show() async throws {
        try await withWorld(WorldSettings(startsBroker: false)) { world in
            try world.writePolicy("[*]\nhighest=limited\nadded-bytes-per-day=1K\n[flatpak:*]\nhighest=full\n")
            let table = try await world.ctl("policy", "show", Self.client, world.policyFolder)
            #expect(
                table.lines.map { $0.split(separator: " ").joined(separator: " ") } == [
                    "KEY VALUE FROM", "highest full \(world.policyFolder)/test.conf:5",
                    "added-bytes-per-day 1024 \(world.policyFolder)/test.conf:3",
                ])
            #expect(try await world.ctl("policy", "show", "nobody", world.policyFolder).code == 64)
            try world.writePolicy("nonsense")
            #expect(try await world.ctl("policy", "show", Self.client, world.policyFolder).code == 65)
        }
    }

    @Test("a sentence explains why an app sees a photo, with the rule and the times")
    func explain() async throws {
        try await withWorld(WorldSettings(policy: "[flatpak:*]\nhighest=limited\n")) { world in
            let photo = try await world.owner.add(TestPhoto.small())
            try await world.owner.grant(Self.client, "limited", selection: [photo])
            let seen = try await world.ctl("explain", Self.client, photo)
            #expect(seen.code == 0)
            #expect(seen.output.contains("It sees this asset, which was selected for it."))
            #expect(seen.lines.contains("Sees it     yes") && seen.lines.contains("Decided by  admin"))
            try await world.owner.grant(Self.client, "full")
            let other = try await world.owner.add(TestPhoto.small())
            let json = try await world.ctl("explain", Self.client, other, "--json").object()
            #expect(json["visible"] as? Bool == false && json["sight"] as? String == "not-selected")
            #expect(json["rule"] as? String == "\(world.policyFolder)/test.conf:2")
            #expect(json["granted-by"] as? String == "policy" && json["since"] is String)
            let general = try await world.ctl("explain", Self.client)
            #expect(general.lines.contains("May see photos  yes"), "\(general.output)")
            #expect(try await world.ctl("explain", Self.client, "IMG_1").code == 66)
        }
    }
}
