import FilmgateDBus
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

/// What they count of the process's open descriptors are memory files with a name that only one test uses, on one kind
/// of bus.
@Suite("Descriptors over the bus")
struct DescriptorTests {
    private let open = Method<MessageArguments<String>, MessageArguments<OwnedDescriptor>>("Open")
    private let count = Method<MessageArguments<[OwnedDescriptor]>, MessageArguments<UInt32>>("Count")
    private let ignore = Method<MessageArguments<[OwnedDescriptor]>, NoArguments>("Ignore")

    private func fixture(on kind: BusKind) async throws -> ServiceFixture {
        try await ServiceFixture(
            on: kind,
            ServiceFixture.interface(
                ServedMethod(open) { _, arguments in
                    let name = try arguments.decoded().values
                    return MessageArguments(
                        try OwnedDescriptor.sealedMemory(named: name, holding: Array("content".utf8)))
                },
                ServedMethod(count) { _, arguments in MessageArguments(UInt32(try arguments.decoded().values.count)) },
                ServedMethod(ignore) { _, _ in MessageArguments() }))
    }

    /// How many descriptors of this process are memory files of a name.
    private func openFiles(named name: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { entry in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(entry)")
            return target?.hasPrefix("/memfd:\(name) ") == true
        }
    }

    /// The same when all is let go of: an answer may come before the handler that gave it has ended.
    private func openFiles(named name: String, after call: () async throws -> Void) async throws -> Int {
        var open = try openFiles(named: name)
        for _ in 1...1_000 where open > 0 {
            try await call()
            open = try openFiles(named: name)
        }
        return open
    }

    @Test("a descriptor in a reply is the file that was opened, and closes itself", arguments: BusKind.tested)
    func reply(kind: BusKind) async throws {
        let fixture = try await fixture(on: kind)
        for _ in 1...20 {
            let file = try await fixture.call(open, MessageArguments("reply-\(kind)")).values
            #expect(try file.contents(upTo: 100) == Array("content".utf8))
        }
        let left = try await openFiles(named: "reply-\(kind)") {
            _ = try await fixture.call(count, MessageArguments([]))
        }
        #expect(left == 0)
    }

    @Test(
        "descriptors in arguments close themselves, whether the handler looks at them, ignores them or is not there",
        arguments: BusKind.tested)
    func arguments(kind: BusKind) async throws {
        let fixture = try await fixture(on: kind)
        try await send(16, named: "arguments-\(kind)", with: fixture)
        let left = try await openFiles(named: "arguments-\(kind)") {
            _ = try await fixture.call(count, MessageArguments([]))
        }
        #expect(left == 0)
    }

    private func send(_ number: Int, named name: String, with fixture: ServiceFixture) async throws {
        let files = try (1...number).map { _ in try OwnedDescriptor.sealedMemory(named: name, holding: []) }
        #expect(try await fixture.call(count, MessageArguments(files)).values == UInt32(number))
        _ = try await fixture.call(ignore, MessageArguments(files))
        let absent = Method<MessageArguments<[OwnedDescriptor]>, NoArguments>("Absent")
        #expect(await fixture.refusal(of: absent, MessageArguments(files))?.standardName == "UnknownMethod")
        #expect(try openFiles(named: name) >= number)
    }

    @Test(
        "more than sixteen descriptors are refused before they are sent, in calls and in replies",
        arguments: BusKind.tested)
    func tooMany(kind: BusKind) async throws {
        let many = Method<NoArguments, MessageArguments<[OwnedDescriptor]>>("Many")
        let fixture = try await ServiceFixture(
            on: kind,
            ServiceFixture.interface(
                ServedMethod(many) { _, _ in
                    MessageArguments(
                        try (1...17).map { _ in try OwnedDescriptor.sealedMemory(named: "many", holding: []) })
                }))
        let files = try (1...17).map { _ in try OwnedDescriptor.sealedMemory(named: "many", holding: []) }
        await #expect(throws: EncodingFailure.tooManyDescriptors) {
            try await fixture.call(count, MessageArguments(files))
        }
        #expect(await fixture.refusal(of: many, MessageArguments())?.name == "org.example.Error.Unforeseen")
        #expect(await fixture.refusal(of: count, MessageArguments([]))?.standardName == "UnknownMethod")
    }

    @Test("a descriptor in a variant that nobody reads closes itself", arguments: BusKind.tested)
    func inVariants(kind: BusKind) async throws {
        let options = Method<MessageArguments<Options>, NoArguments>("Options")
        let fixture = try await ServiceFixture(
            on: kind,
            ServiceFixture.interface(
                ServedMethod(options) { _, arguments in
                    _ = try arguments.decoded()
                    return MessageArguments()
                }))
        func send() async throws {
            let file = try OwnedDescriptor.sealedMemory(named: "variant-\(kind)", holding: [])
            _ = try await fixture.call(options, MessageArguments(["content": Variant(file)]))
        }
        try await send()
        let left = try await openFiles(named: "variant-\(kind)") {
            _ = try await fixture.call(options, MessageArguments([:]))
        }
        #expect(left == 0)
    }
}
