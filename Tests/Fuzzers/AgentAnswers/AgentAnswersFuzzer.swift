import CFilmgateDBus
import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateWire

// Feeds what reads the answers of agents with whatever options can travel.
//
//     make -C Tests/Fuzzers agent-answers SECONDS=60
//
// An input is the body of a message of the signature a{sv}, little-endian.

@_cdecl("LLVMFuzzerTestOneInput")
public func answerOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let options = options(in: Array(UnsafeBufferPointer(start: start, count: count))) else { return -1 }
    for kind in AgentPrompt.Kind.allCases {
        if let answer = try? PromptAnswer(options, to: kind) { check(answer, to: kind) }
        _ = try? AgentPrompt(MessageArguments("1", kind, options))
    }
    return 0
}

/// What was read can be written, and is then the same.
private func check(_ answer: PromptAnswer, to kind: AgentPrompt.Kind) {
    precondition(
        (try? PromptAnswer(answer.options(for: kind, at: Timestamp(rawValue: 0)), to: kind)) == answer,
        "it is read as it is written")
    guard kind == .access, answer.decidesAccess, let kind = ClientKind.allCases.first else { return }
    for access in AccessLevel.allCases {
        let made = grant(by: answer, about: access, on: .undetermined, of: kind, at: Timestamp(rawValue: 0))
        precondition(made?.grantor ?? .person == .person, "what an answer makes is the person's")
    }
}

/// Nil for what the bus would not let through.
private func options(in body: [UInt8]) -> Options? {
    let bytes = message(of: body)
    let message = bytes.withUnsafeBytes { bytes in
        dbus_message_demarshal(bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), nil)
    }
    guard let message else { return nil }
    defer { dbus_message_unref(message) }
    var decoder = MessageDecoder(DecodingBudget())
    guard let values = try? decoder.body(of: message), let first = values.first else { return nil }
    return try? Options(decoding: first)
}

/// A signal that carries the body.
private func message(of body: [UInt8]) -> [UInt8] {
    var fields: [UInt8] = []
    func add(_ field: UInt8, _ type: Character, _ text: String) {
        while !fields.count.isMultiple(of: 8) { fields.append(0) }
        let bytes = Array(text.utf8)
        fields += [field, 1] + Array(String(type).utf8) + [0]
        fields += (type == "g" ? [UInt8(bytes.count)] : little(bytes.count)) + bytes + [0]
    }
    add(1, "o", "/a")
    add(2, "s", "a.b")
    add(3, "s", "C")
    add(8, "g", "a{sv}")
    let signal: UInt8 = 4
    var message = [UInt8(ascii: "l"), signal, 0, 1] + little(body.count) + little(1) + little(fields.count) + fields
    while !message.count.isMultiple(of: 8) { message.append(0) }
    return message + body
}

private func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

#if !FUZZER
    @main
    struct Replay {
        static func main() {
            for argument in CommandLine.arguments.dropFirst() {
                _ = Array(argument.utf8).withUnsafeBufferPointer { answerOne($0.baseAddress, $0.count) }
            }
        }
    }
#endif
