import FilmgateTestKit
import Foundation
import Testing

/// The agent's other ways to ask: plain lines, a front-end program, and rules for unattended use.
@Suite("The agent without a screen")
struct AgentFrontEndTests {
    static let app = "org.example.Frame"
    static let agent = BuiltProgram.path("filmgate-agent")

    @Test("asks in plain lines, also through a pipe")
    func plain() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let ids = try await world.addPhotos(30)
            let (lines, hearing) = AsyncStream.makeStream(of: String?.self)
            let agent = try world.start([Self.agent, "--plain"], onLine: { hearing.yield($0) })
            try await lines.reach("Waiting for apps to ask for your photos.")
            let app = try await world.client(flatpak: Self.app)
            let request = try await app.requestAccess()
            try await lines.reach("Your answer (a number, or q for 'not now'):")
            agent.write("2\n\n\n")
            try await lines.reach("30 photos, 0 selected.")
            agent.write("list\n3-5\n/img_001\nall\n-1\ndone\nyes\n")
            let response = try await app.response(to: request)
            #expect(response.status == "limited")
            // Three by number, then the ten whose name begins so, without the first of these.
            let chosen = Set((Array(3...5) + Array(11...19)).map { ids[$0 - 1] })
            #expect(Set(try await app.assets()) == chosen)
            agent.write("q\n")
            #expect(await agent.ended() == 0)
        }
    }

    @Test("discards what a person had begun to type when a question appears")
    func typedBefore() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let window = try await world.window([Self.agent, "--plain"])
            try await window.shows("Waiting for apps")
            try await window.type("q")
            try await window.shows("\nq")
            let app = try await world.client(flatpak: Self.app)
            let request = try await app.requestAccess()
            try await window.shows("Your answer (a number, or q for 'not now'):")
            try await window.press("Enter")
            try await window.shows("Type a number from 1 to 5")
            try await window.type("5")
            try await window.press("Enter")
            try await window.shows("Is that right? (yes or no)")
            try await window.type("yes")
            try await window.press("Enter")
            #expect(try await app.response(to: request).status == "denied")
        }
    }

    @Test("ends at Ctrl-C, also in the middle of a question")
    func interrupted() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let window = try await world.window([
                "/bin/sh", "-c", "trap : INT; \"$0\" --plain; echo \"ended with $?\"; read end", Self.agent,
            ])
            try await window.shows("Waiting for apps")
            let app = try await world.client(flatpak: Self.app)
            let request = try await app.requestAccess()
            try await window.shows("Your answer (a number, or q for 'not now'):")
            try await window.press("C-c")
            #expect(try await app.response(to: request).status == "not-determined")
            try await window.shows("ended with 0")
        }
    }

    @Test("asks through a front end, over the socket pair that the page describes")
    func window() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let ids = try await world.addPhotos(1100)
            let program = try await world.executable("window.py", Self.frontEnd)
            _ = try world.start([Self.agent, "--window", program])
            let app = try await world.client(flatpak: Self.app)
            try await world.agentRegisters()
            let response = try await app.askForAccess("read-write", ["purpose": "pick"])
            #expect(response.status == "limited")
            #expect(try await app.fetch().count == 1050, "a long page and a long answer went as files")
            #expect(try await app.assets() == Array(ids[..<1000]), "as many as one call reads")
            let grant = try #require(
                try await world.owner.grants().first { $0["client"]?.text == "flatpak:\(Self.app)" })
            #expect(grant["rights"]?.texts == ["captions"])
            #expect((grant["expires"]?.integer ?? 0) > 0)
        }
    }

    @Test("starts a front end that ends or sends invalid messages three times, then decides nothing")
    func brokenWindow() async throws {
        for text in [
            "#!/bin/sh\necho start >> LOG\nexit 0\n",
            "#!/usr/bin/python3\nimport socket\nopen('LOG', 'a').write('start\\n')\ns = socket.socket(fileno=3)\ns.send(b'nonsense')\nwhile s.recv(65536): pass\n",
            "#!/usr/bin/python3\nimport socket\nopen('LOG', 'a').write('start\\n')\ns = socket.socket(fileno=3)\ns.send(b' ' * 65537)\nwhile s.recv(65536): pass\n",
        ] {
            try await withWorld(TerminalAgentTests.settings) { world in
                let log = "\(world.folder)/starts"
                let program = try await world.executable(
                    "window", text.replacingOccurrences(of: "LOG", with: log))
                let agent = try world.start([Self.agent, "--window", program])
                let app = try await world.client(flatpak: Self.app)
                try await world.agentRegisters()
                let response = try await app.askForAccess()
                #expect(response.status == "not-determined" && response.outcome == "cancelled")
                #expect(try String(contentsOfFile: log, encoding: .utf8) == "start\nstart\nstart\n")
                #expect(!agent.hasEnded)
            }
        }
    }

    @Test("a front end that crashed once gets the same question, and its answer counts")
    func crashedWindow() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let program = try await world.executable(
                "window",
                "#!/usr/bin/python3\nimport json, os, signal, socket\n"
                    + "s = socket.socket(fileno=3)\n"
                    + "while True:\n"
                    + "    message = json.loads(s.recv(65536))\n"
                    + "    if message['type'] == 'question': break\n"
                    + "if not os.path.exists('\(world.folder)/crashed'):\n"
                    + "    open('\(world.folder)/crashed', 'w').close()\n"
                    + "    os.kill(os.getpid(), signal.SIGKILL)\n"
                    + "answer = {'id': message['question']['id'], 'decision': 'allow'}\n"
                    + "s.send(json.dumps({'type': 'answer', 'answer': answer}).encode())\n"
                    + "while s.recv(65536): pass\n")
            _ = try world.start([Self.agent, "--window", program])
            let app = try await world.client(flatpak: Self.app)
            try await world.agentRegisters()
            #expect(try await app.askForAccess().status == "authorized")
        }
    }

    @Test("a front end that lies gets nothing but what it was asked about")
    func lyingWindow() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let ids = try await world.addPhotos(3)
            let heard = "\(world.folder)/heard"
            let program = try await world.executable(
                "window",
                "#!/usr/bin/python3\nimport json, socket\n"
                    + "s = socket.socket(fileno=3)\n"
                    + "def send(**message): s.send(json.dumps(message).encode())\n"
                    + "while True:\n"
                    + "    message = json.loads(s.recv(65536))\n"
                    + "    if message['type'] == 'question': break\n"
                    + "question = message['question']['id']\n"
                    + "for id in ('nobody', ''):\n"
                    + "    send(type='want-images', request=dict(question=id, assets=['\(ids[0])'], size=256))\n"
                    + "    send(type='want-list', request=dict(question=id))\n"
                    + "    send(type='answer', answer=dict(id=id, decision='allow'))\n"
                    + "send(type='want-images', request=dict(question=question, assets=['\(UUID().uuidString.lowercased())'], size=256))\n"
                    + "answers = json.loads(s.recv(65536))\n"
                    + "open('\(heard)', 'w').write(json.dumps(answers))\n"
                    + "send(type='answer', answer=dict(id=question, decision='dismiss'))\n"
                    + "while s.recv(65536): pass\n")
            _ = try world.start([Self.agent, "--window", program])
            let app = try await world.client(flatpak: Self.app)
            try await world.agentRegisters()
            #expect(try await app.askForAccess().status == "not-determined")
            let text = try String(contentsOfFile: heard, encoding: .utf8)
            #expect(text.contains("\"image\"") && text.contains("\"gone\""), "\(text)")
        }
    }

    @Test("searches for a front end as the library's window does: keywords too, by their beginnings, without accents")
    func search() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            try await world.addPhotos(2)
            _ = try await world.owner.add(
                .memory(TestPhoto.small().bytes), filename: "one.jpg",
                properties: ["title": "Zürich", "keywords": .texts(["harbor"])])
            let heard = "\(world.folder)/heard"
            let program = try await world.executable(
                "window",
                "#!/usr/bin/python3\nimport json, socket\n"
                    + "s = socket.socket(fileno=3)\n"
                    + "def send(**message): s.send(json.dumps(message).encode())\n"
                    + "def read(kind):\n"
                    + "    while True:\n"
                    + "        message = json.loads(s.recv(65536))\n"
                    + "        if message['type'] == kind: return message[kind]\n"
                    + "question = read('question')['id']\n"
                    + "found = {}\n"
                    + "for words in ('zurich', 'harb', 'zurich harbor', 'arbor', ''):\n"
                    + "    send(type='want-list', request=dict(question=question, search=words))\n"
                    + "    found[words] = read('list')['count']\n"
                    + "open('\(heard)', 'w').write(json.dumps(found))\n"
                    + "send(type='answer', answer=dict(id=question, decision='dismiss'))\n"
                    + "while s.recv(65536): pass\n")
            _ = try world.start([Self.agent, "--window", program])
            let app = try await world.client(flatpak: Self.app)
            try await world.agentRegisters()
            #expect(try await app.askForAccess().status == "not-determined")
            let found = try JSONDecoder().decode([String: Int].self, from: Data(contentsOf: URL(filePath: heard)))
            #expect(found == ["zurich": 1, "harb": 1, "zurich harbor": 1, "arbor": 0, "": 3])
        }
    }

    @Test("does not begin with a front end that cannot be started")
    func missingWindow() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let missing = try await world.run(Self.agent, "--window", "/nonexistent")
            #expect(missing.code != 0 && missing.errors.contains("cannot be started"))
        }
    }

    @Test("is started by the tool, which finds it in its own folder")
    func tool() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let mistake = try await world.ctl("agent", "--answer", "flatpak:org.example.* add-only=perhaps")
            #expect(mistake.code == 78 && mistake.errors.contains("filmgate-agent: --answer: add-only: 'perhaps'"))
            let window = try await world.window([BuiltProgram.path("filmgatectl"), "agent"])
            try await window.shows("Waiting for apps")
        }
    }

    @Test("answers by rules when unattended, dismisses the rest, and names the rule")
    func rules() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let ids = try await world.addPhotos(20)
            let path = "\(world.folder)/kiosk.conf"
            try
                "[flatpak:org.example.*]\nread-write=limit\nselect=newest:5\nfor=1d\n\n[flatpak:org.example.Scanner]\nread-write=deny\nadd-only=allow\n"
                .write(toFile: path, atomically: true, encoding: .utf8)
            _ = try world.start([Self.agent, "--answer", path])
            let frame = try await world.client(flatpak: Self.app)
            try await world.agentRegisters()
            #expect(try await frame.askForAccess().status == "limited")
            #expect(try await frame.assets() == Array(ids[..<5]))
            let scanner = try await world.client(flatpak: "org.example.Scanner")
            #expect(try await scanner.askForAccess("read-write").status == "denied")
            #expect(try await scanner.askForAccess("add-only").status == "authorized")
            let other = try await world.client(flatpak: "net.example.Other")
            #expect(try await other.askForAccess().status == "not-determined")
            // The app never sees more than what the rule selects now.
            try await world.addPhotos(1)
            let edit = try await frame.response(to: try await frame.editSelection())
            #expect(edit.outcome == "success")
            #expect(try await frame.assets().count == 5)

            let entries = try await world.ctl("audit", "--json").output
            #expect(entries.contains("limit-by-rule") && entries.contains("deny-by-rule"), "\(entries)")
        }
    }

    @Test("asks the person what rules leave open, and not what they answer")
    func rulesAndPerson() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let window = try await world.window(
                [Self.agent, "--tty", "--answer", "flatpak:org.example.Scanner add-only=allow"])
            try await window.shows("Waiting for apps")
            let scanner = try await world.client(flatpak: "org.example.Scanner")
            #expect(try await scanner.askForAccess("add-only").status == "authorized")
            let frame = try await world.client(flatpak: Self.app)
            let request = try await frame.requestAccess("add-only")
            let screen = try await window.shows("org.example.Frame asks to add photos", "Esc Not now")
            #expect(!screen.contains("Scanner"))
            try await window.press("x", "Enter")
            #expect(try await frame.response(to: request).status == "denied")
        }
    }

    /// Takes the newest 1,050 photos for a day, with captions alone; closes its window on whoever does not say "pick".
    static let frontEnd = """
        #!/usr/bin/python3
        import array, json, os, socket

        agent = socket.socket(fileno=3)

        def hear():
            text, descriptors, _, _ = socket.recv_fds(agent, 65536, 1)
            if not text:
                raise SystemExit
            message = json.loads(text)
            if "content" in message:
                text = os.pread(descriptors[0], message["content"], 0)
                message = json.loads(text)
            for descriptor in descriptors:
                os.close(descriptor)
            return message

        def say(message):
            text = json.dumps(message).encode()
            if len(text) <= 65536:
                return agent.send(text)
            content = os.memfd_create("message")
            os.write(content, text)
            socket.send_fds(agent, [json.dumps({"content": len(text)}).encode()], [content])

        assert hear() == {"type": "hello", "version": 2}
        ids = []
        while True:
            message = hear()
            if message["type"] == "question":
                question = message["question"]
                say({"type": "present", "id": question["id"]})
                if question.get("purpose") == "pick":
                    say({"type": "want", "request": {"question": question["id"], "offset": 0, "count": 5000}})
                else:
                    say({"type": "answer", "answer": {"id": question["id"], "decision": "dismiss"}})
            elif message["type"] == "assets":
                page = message["page"]
                ids += [asset["id"] for asset in page["assets"]]
                if len(ids) < 1050:
                    say({"type": "want", "request": {"question": page["question"], "offset": len(ids), "count": 5000}})
                else:
                    say({"type": "answer", "answer": {"id": page["question"], "decision": "limit", "for": "1d",
                                                      "rights": ["captions"], "selection": ids[:1050]}})
        """
}

extension AsyncStream<String?> {
    /// Reads up to the first line that begins with a text.
    func reach(_ text: String) async throws {
        var seen: [String] = []
        for await line in self {
            guard let line else { break }
            if line.drop(while: { $0 == ">" || $0 == " " }).hasPrefix(text) { return }
            seen.append(line)
        }
        throw ClientFailure("'\(text)' was not said:\n\(seen.joined(separator: "\n"))")
    }
}

extension World {
    /// Creates an executable script.
    func executable(_ name: String, _ text: String) async throws -> String {
        let path = "\(folder)/\(name)"
        try await createProgram(text, at: path)
        return path
    }
}
