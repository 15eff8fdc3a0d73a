/// What becomes of a documented command in the test.
enum CommandExpectation: Sendable {
    /// It ends with 0, and its output has a match of the pattern.
    case prints(String)
    /// It does not end by itself, and makes a command of the shell succeed.
    case works(until: String)
    /// It is a shell that gets the rest of its block, and its output has a match of the pattern.
    case takesRest(String)
    /// Like the rest of its block it is for a bus without a broker, and the output of all has a match of the pattern.
    case onOwnBus(String)
    /// It cannot run here, for a reason.
    case elsewhere(String)
}

/// Every command of the documents, with what it does.
enum CommandExpectations {
    private static let agent = "filmgatectl doctor | grep -q '^ok agent'"
    private static let window = "xdotool search --onlyvisible --name '^Filmgate$'"
    private static let installs = CommandExpectation.elsewhere(
        "needs root and an installed Filmgate; scripts/check-system does it on a booted Debian")
    private static let packages = CommandExpectation.elsewhere("builds; make check-deb and .ci/run do it")
    private static let flatpak = CommandExpectation.elsewhere("needs a Flatpak that is installed: FlatpakTests")

    static let all: [String: CommandExpectation] = readme.merging(documents) { $1 }

    private static let readme: [String: CommandExpectation] = [
        "make demo": .elsewhere("builds, and then is DemoTests"),
        "make test": packages,
        "make build": packages,
        "filmgatectl import ~/Pictures": .prints("Imported 1 photo"),
        "flatpak permissions filmgate": .elsewhere("needs the desktop's permission store: PermissionMirrorTests"),
        "flatpak permission-reset org.example.Viewer": .elsewhere(
            "needs the desktop's permission store: PermissionMirrorTests"),
        "filmgatectl import --camera": .elsewhere("needs a camera: CameraImportTests"),
        "filmgatectl import --from takeout --dry-run ~/Takeout": .prints("already in the library +1\n"),
        "filmgatectl ls --limit 10": .prints("(?s)FILENAME\n.*garden.jpg.*fuji.jpg"),
        "filmgatectl ls --limit 10 --pictures": .prints("filename +garden.jpg"),
        "filmgatectl search Budapest": .prints("budapest-bridge.jpg"),
        "filmgatectl assets edit cat.jpg garden.jpg --rating 5 --keywords cat,home": .prints("Changed 2 assets"),
        "filmgatectl ls --where \"rating = 5 and keywords contains 'cat'\" --sort -creation-date":
            .prints("(?s)cat.jpg.*garden.jpg"),
        "filmgatectl albums create Cats --where 'rating = 5'": .prints("^[0-9a-f-]{36}$"),
        "filmgatectl albums list": .prints("album +2 .*Cats"),
        "filmgatectl assets count --by month": .prints("2024-05 +2"),
        "filmgatectl export /tmp/export": .prints("Exported 13 assets .* in 1 album"),
        "filmgatectl backup /tmp/backup": .prints("The backup is complete: 13 files"),
        "filmgatectl rm snow.jpg": .prints("Moved 1 asset to the trash"),
        "filmgatectl trash restore snow.jpg": .prints("Restored 1 asset"),
        "filmgatectl grants set org.example.Viewer limited --select cat.jpg --select Cats":
            .prints("flatpak:org.example.Viewer now has the level 'limited'"),
        "scripts/sandbox org.example.Viewer gdbus call --session --dest org.filmgate.Library1 --object-path "
            + "/org/filmgate/Library1 --method org.filmgate.Library1.Fetch asset \"{'limit': <uint32 10>}\"":
            .prints("objectpath '.*', uint32 2\\)"),
        "filmgatectl grants list": .prints("flatpak:org.example.Viewer +limited"),
        "filmgatectl who cat.jpg": .prints("flatpak:org.example.Viewer +yes"),
        "filmgatectl explain org.example.Viewer cat.jpg": .prints("Sees it +yes"),
        "filmgatectl audit --limit 5": .prints("flatpak:org.example.Viewer +fetch +allowed"),
        "filmgatectl revoke org.example.Viewer": .prints("flatpak:org.example.Viewer"),
        "dbus-run-session --config-file=dbus/private-bus.conf -- bash":
            .takesRest("(?s)Ready\\. The libraries are in.*Reading and changing +authorized"),
    ]

    private static let call =
        "gdbus call --session --dest org.filmgate.Library1 --object-path /org/filmgate/Library1 --method "

    private static let documents: [String: CommandExpectation] = [
        "filmgatectl agent --tty": .elsewhere("asks on a terminal: TerminalAgentTests"),
        "filmgatectl agent --plain": .elsewhere("asks on a terminal: AgentFrontEndTests"),
        "filmgate-agent --window filmgate-window": .works(until: agent),
        "filmgate-agent --answer /etc/filmgate/kiosk.conf": .works(until: agent),
        "filmgate-agent --answer 'flatpak:org.example.Postcard add-only=allow'": .works(until: agent),
        "filmgatectl backup /media/disk/photos": .prints("The backup is complete: 12 files"),
        "filmgatectl backup --verify /media/disk/photos": .prints("12 files checked, none damaged"),
        "filmgatectl restore /media/disk/photos": .onOwnBus("Restored 12 files"),
        "filmgatectl restore --replace /media/disk/photos": .elsewhere("asks on a terminal: BackupTests"),
        "mkdir -p ~/.config/filmgate": .prints(""),
        "echo FILMGATE_BACKUP_FOLDER=/media/disk/photos >~/.config/filmgate/backup.conf": .prints(""),
        "systemctl --user enable --now filmgate-backup.timer": installs,
        "systemctl enable --now filmgate-backup@anna.timer": installs,
        "systemctl --user enable --now filmgate-import@$(systemd-escape --path ~/Pictures/Screenshots)": installs,
        "mkdir -p ~/.config/filmgate/policy.d": .onOwnBus(
            "(?s)1 file with 1 section checked: no problems.*Reading and changing +authorized"),
        "cd examples/flatpak": flatpak,
        "flatpak-builder --user --install --force-clean build org.example.Postcard.yaml": flatpak,
        "flatpak run org.example.Postcard": flatpak,
        "DBUS_SYSTEM_BUS_ADDRESS=$FILMGATE_BUS_ADDRESS flatpak run org.example.Postcard": flatpak,
        "filmgatectl grants set flatpak:org.example.Postcard add-only": .prints("now has the level 'add-only'"),
        "scripts/sandbox --bind $PWD/examples --setenv DBUS_SYSTEM_BUS_ADDRESS=unix:path=/run/flatpak/bus --setenv "
            + "DBUS_SESSION_BUS_ADDRESS= org.example.Postcard $PWD/examples/flatpak/postcard.py":
            .prints("Among your photos now: Postcard.png"),
        "filmgatectl inbox list": .prints("(?s)Scanner .* scan.jpg .* clip.mp4 "),
        "filmgatectl assets image 0d2b1b1e-8d0f-4a64-9f6f-3f1f4f0b8a55 --size 512 -o look.jpg":
            .prints("Wrote 'look.jpg', 512 × 384 pixels"),
        "filmgatectl assets video 7c1e5a52-40f3-4d0b-8f43-2b6c9d3e8a17 -o look.mp4": .prints("look.mp4"),
        "filmgatectl inbox accept 0d2b1b1e": .prints("Accepted 1 photo"),
        "filmgatectl inbox reject --all --client org.example.Scanner": .prints("Rejected 1 photo"),
        "make deb": packages,
        "apt install ./.build/deb/filmgate_*.deb ./.build/deb/filmgatectl_*.deb ./.build/deb/filmgate-agent_*.deb":
            installs,
        "filmgatectl doctor": .prints("(?s)ok broker: .*ok calls: .*No problems found"),
        "systemd-sysusers filmgate.conf": installs,
        "systemd-tmpfiles --create filmgate.conf": installs,
        "chgrp filmgate-agent /usr/libexec/filmgate/filmgate-agent && chmod 2755 /usr/libexec/filmgate/filmgate-agent":
            installs,
        "systemctl daemon-reload && systemctl reload dbus": installs,
        "systemctl enable --now filmgated": installs,
        "systemctl --global enable filmgate-agent": installs,
        call + "org.filmgate.Resources1.GetMetadata 719990ea-… '{}'": .prints("'xmp:CreatorTool'|'exif:"),
        call + "org.filmgate.Observation1.Subscribe '{}'": .prints("^\\('[0-9a-f]+',\\)$"),
        call + "org.filmgate.Observation1.ChangesSince TOKEN '{}'": .prints("'incremental': <true>"),
        call
            + "org.filmgate.Library1.Fetch asset \"{'where': <'creation-date >= ? and keywords contains ?'>, "
            + "'arguments': <[<int64 1714564800000000>, <'Budapest'>]>}\"": .prints("uint32 2\\)$"),
        call + "org.filmgate.Library1.Fetch asset \"{'search': <'budapest sunset'>, 'limit': <uint32 50>}\"":
            .prints("uint32 1\\)$"),
        "filmgatectl search budapest sunset": .prints("budapest-bridge.jpg"),
        call + "org.filmgate.Library1.CountBy month \"{}\"": .prints("\\('2024-05', 2\\)"),
        "mkdir -p .build/locale/de/LC_MESSAGES": .prints(""),
        "msgfmt -o .build/locale/de/LC_MESSAGES/filmgate.mo po/de.po": .prints(""),
        "LC_ALL=C.UTF-8 LANGUAGE=de FILMGATE_LOCALES=$PWD/.build/locale .build/release/filmgatectl --help":
            .prints("Aufruf: filmgatectl"),
    ]

    /// What is behind a command that stands for something else here.
    static let substitutions: [(String, String)] = [
        ("/tmp/", "$TMPDIR/"), ("/media/disk/", "$TMPDIR/disk/"), ("/etc/filmgate/", "$TMPDIR/"),
        ("719990ea-…", "$PHOTO"), (" TOKEN ", " $TOKEN "), ("0d2b1b1e-8d0f-4a64-9f6f-3f1f4f0b8a55", "$SCAN"),
        ("7c1e5a52-40f3-4d0b-8f43-2b6c9d3e8a17", "$CLIP"), ("accept 0d2b1b1e", "accept ${SCAN:0:8}"),
        // What needs a terminal gets one.
        (
            "filmgatectl ls --limit 10 --pictures",
            "TERM=xterm-256color script -qec 'filmgatectl ls --limit 10 --pictures' /dev/null"
        ),
    ]

    private static let gdbus = """
        filmgatectl grants set "exe:$(readlink -f /usr/bin/gdbus)" full --rights all
        filmgatectl assets edit budapest-bridge.jpg --caption 'at sunset'
        PHOTO=$(filmgatectl ls --ids --limit 1)
        """

    /// What a document takes for granted, as commands before its own. They end with 0.
    static let preparations: [String: String] = [
        "README.md": """
        made="$HOME/Takeout/Takeout/Google Photos/Photos from 2024"
        mkdir -p ~/Pictures "$made"
        exiftool -q -o ~/Pictures/new.jpg "$ROOT/.build/photos/garden.jpg" -Comment=new -Title=new
        cp "$ROOT/.build/photos/cat.jpg" "$made/a.jpg" && echo '{"title": "a.jpg"}' >"$made/a.jpg.json"
        """,
        "docs/agent.md":
            "awk '/^```ini/ {on = 1; next} /^```/ {on = 0} on' \"$ROOT/docs/agent.md\" >\"$TMPDIR/kiosk.conf\"",
        "docs/backup.md": "mkdir -p \"$TMPDIR/disk\"",
        "docs/inbox.md": """
        mkdir -p "$TMPDIR/policy.d"
        awk '/^```ini/ {on = 1; next} /^```/ {on = 0} on' "$ROOT/docs/inbox.md" >"$TMPDIR/policy.d/50.conf"
        bus='gdbus call --session --dest org.freedesktop.DBus --object-path / --method org.freedesktop.DBus'
        kill -HUP "$($bus.GetConnectionUnixProcessID org.filmgate.Library1 | tr -dc '0-9 ' | cut -d' ' -f2)"
        for _ in $(seq 600); do grep -q 'policy was reloaded' "$TMPDIR/log" && break; sleep 0.1; done
        filmgatectl grants set org.example.Scanner add-only
        ffmpeg -nostdin -v error -f lavfi -i testsrc=size=320x240:rate=10:duration=1 -pix_fmt yuv420p ~/clip.mp4
        exiftool -q -o ~/scan.jpg "$ROOT/.build/photos/fuji.jpg" -Comment=scan
        for file in scan.jpg clip.mp4; do
            scripts/sandbox --bind ~ --bind "$ROOT/Tests/TestKit/Python" org.example.Scanner \\
                /usr/bin/python3 "$ROOT/Tests/TestKit/Python/add_file.py" ~/$file || break
        done
        set -- $(filmgatectl inbox list | awk 'NR > 1 { print $1 }')
        SCAN=$1 CLIP=$2
        [ -n "$CLIP" ]
        """,
        "docs/metadata.md": gdbus,
        "docs/observation.md": gdbus
            + "\nTOKEN=$(\(call)org.filmgate.Observation1.Subscribe '{}' | cut -d\"'\" -f2)",
        "docs/predicates.md": gdbus,
        "docs/search.md": gdbus,
    ]

    /// Blocks that are figures and screens.
    static let figures: [String: Int] = [
        "README.md": 2, "docs/agent.md": 3, "docs/changes.md": 1, "docs/desktop.md": 2, "docs/flatpak.md": 1,
        "docs/front-end.md": 1,
        "docs/metadata.md": 1, "docs/observation.md": 1, "docs/picker.md": 1, "docs/predicates.md": 1,
        "docs/snapshot.md": 1,
    ]
}
