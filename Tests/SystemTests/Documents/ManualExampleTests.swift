import FilmgateTestKit
import Foundation
import Testing

/// The examples of `filmgatectl --help`, which the manual page has too, each in a library in a known state.
@Suite("The examples of the tool's manual")
struct ManualExampleTests {
    /// The beginnings of examples that cannot run here, and why.
    private static let elsewhere: [String: String] = [
        "import --camera --delete-after": "needs a camera: CameraDeletionCheckerTests",
        "assets list --limit 20 --pictures": "needs a terminal: TerminalPictureTests",
        "assets edit-with": "needs an editor: EditCommandTests",
        "assets revert": "needs an edit: EditCommandTests",
        "assets delete --where": "asks on a terminal: TrashCommandTests",
        "trash purge": "asks on a terminal: TrashCommandTests",
        "pick": "asks the person: PickCommandTests",
        "inbox accept": "needs photos that wait: DocumentTests",
        "inbox reject": "needs photos that wait: DocumentTests",
        "assets image ID --size 512 -o look.jpg": "needs photos that wait: DocumentTests",
        "undo --client": "needs an app's changes: UndoCommandTests",
        "watch": "does not end: WatchTests",
        "audit --follow": "does not end: AuditCommandTests",
        "agent": "does not end: TerminalAgentTests, AgentRuleTests",
        "restore": "needs an empty library: DocumentTests, BackupTests",
        "assets burst-pick": "needs a burst: QueryCommandTests",
        "doctor --root": "needs an image of a system: DoctorTests",
    ]

    /// What an example's words stand for here.
    private static let substitutions: [(String, String)] = [
        (" ID", " $PHOTO"), ("assets video $PHOTO", "assets video $VIDEO"),
        ("trash restore $PHOTO", "trash restore $TRASHED"),
        ("/media/", "$TMPDIR/"), ("/tmp/", "$TMPDIR/"),
    ]

    private static let preparation = """
        takeout="$HOME/Takeout/Takeout/Google Photos/Photos from 2024" photos="$ROOT/.build/photos"
        mkdir -p "$TMPDIR/card" "$TMPDIR/stick" "$TMPDIR/disk" "$takeout" ~/Pictures
        exiftool -q -o "$TMPDIR/card/IMG_1.JPG" "$photos/fuji.jpg" -Comment=card
        exiftool -q -o developed.jpg "$photos/fuji.jpg" -Comment=developed
        exiftool -q -o ~/Pictures/new.jpg "$photos/cat.jpg" -Comment=new
        cp "$photos/cat.jpg" "$takeout/a.jpg" && echo '{"title": "a.jpg"}' >"$takeout/a.jpg.json"
        printf '[flatpak:org.example.Hall]\\nhighest=limited\\n' >50-hall.conf
        ffmpeg -nostdin -v error -f lavfi -i testsrc=size=320x240:rate=10:duration=12 -pix_fmt yuv420p clip.mp4
        filmgatectl import -q "$TMPDIR/card" clip.mp4
        PHOTO=$(filmgatectl ls --ids --where "filename = 'IMG_1.JPG'")
        VIDEO=$(filmgatectl ls --ids --where "filename = 'clip.mp4'")
        filmgatectl backup -q "$TMPDIR/disk/photos"
        ids() {
            filmgatectl "$1s" list --json | /usr/bin/python3 -c "import json, sys
        for row in json.load(sys.stdin):
            if row.get('type') == '$1': print(row['id'])"
        }
        fresh() {
            filmgatectl trash restore --all
            filmgatectl import -q "$photos/snow.jpg"
            TRASHED=$(filmgatectl ls --ids --where "filename = 'snow.jpg'")
            filmgatectl rm snow.jpg
            filmgatectl assets edit "$PHOTO" cat.jpg --rating 5 --favorite yes
            filmgatectl assets edit garden.jpg --rating 0 --favorite yes
            for kind in album folder; do
                found=$(ids $kind)
                [ -z "$found" ] || filmgatectl "${kind}s" delete $found
            done
            filmgatectl folders create Travel
            filmgatectl albums create Summer --folder Travel
            filmgatectl albums create Winter --folder Travel
            filmgatectl albums add Summer "$PHOTO" "$VIDEO"
            filmgatectl grants set org.example.Chat limited
        } >/dev/null 2>&1
        [ -n "$PHOTO" ] && [ -n "$VIDEO" ]
        """

    private struct Help: Decodable {
        struct Command: Decodable {
            struct Example: Decodable { let line: String }
            let examples: [Example]
        }
        let commands: [Command]
    }

    @Test("run, each ends with 0, and those that cannot run here are known", .timeLimit(.minutes(10)))
    func run() async throws {
        let help = try await Program(BuiltProgram.path("filmgatectl"), ["--help", "--json"]).result()
        let lines = try JSONDecoder().decode(Help.self, from: Data(help.output.utf8)).commands
            .flatMap { $0.examples.map(\.line) }
        #expect(lines.count > 100)
        for beginning in Self.elsewhere.keys {
            #expect(lines.contains { $0.hasPrefix(beginning) }, "no example any more: \(beginning)")
        }
        let here = lines.filter { line in !Self.elsewhere.keys.contains { line.hasPrefix($0) } }
        let commands = here.map { line in
            let words = Self.substitutions.reduce(line) { $0.replacing($1.0, with: $1.1) }
            return DocumentSession.Command(text: "fresh; filmgatectl \(words)")
        }
        let results = try await DocumentSession.run([DocumentSession.Command(text: Self.preparation)] + commands)
        for result in results { #expect(result.code == 0, "\(result.text)\n\(result.output)") }
    }
}
