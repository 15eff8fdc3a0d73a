import FilmgateTestKit
import Glibc
import Testing

@Suite("The watchdog")
struct WatchdogTests {
    @Test("is notified again and again if the service manager asks for it, and not by a hung broker")
    func hears() async throws {
        try await withWorld { world in
            let lines = AsyncStream<String>.makeStream()
            let socket = "\(world.folder)/notify"
            let listener = """
                import socket
                s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                s.bind('\(socket)')
                s.settimeout(5)
                print('bound', flush=True)
                while True:
                    try: print(s.recv(4096).decode().split('\\n')[0], flush=True)
                    except TimeoutError: print('silence', flush=True)
                """
            _ = try world.start(["/usr/bin/python3", "-c", listener]) { lines.continuation.yield($0 ?? "end") }
            var reported = lines.stream.makeAsyncIterator()
            #expect(await reported.next() == "bound")
            try await world.killBroker()
            try await world.startBroker(
                environment: ["NOTIFY_SOCKET": socket, "WATCHDOG_USEC": "400000"])
            let broker = try world.broker
            var signs = 0
            while signs < 5, let line = await reported.next() { signs += line == "WATCHDOG=1" ? 1 : 0 }
            // A stopped process runs no loop, like a hung one.
            broker.program.send(signal: SIGSTOP)
            while let line = await reported.next() {
                #expect(line == "WATCHDOG=1" || line.hasPrefix("READY=1") || line == "silence")
                if line == "silence" { break }
            }
            broker.program.send(signal: SIGCONT)
        }
    }
}
