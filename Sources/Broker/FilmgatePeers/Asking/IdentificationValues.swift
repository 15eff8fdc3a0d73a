import FilmgateDBus
import FilmgateModel
import FilmgateProcess
import FilmgateSystem

// The form in which `filmgate-identify` sends its results to the broker.

extension ProcessConstraint {
    /// The arguments of `Identify`. The process number is 0 if no process was recorded.
    var arguments: (pid: UInt32, start: UInt64) {
        switch self {
        case .startedBy(let moment): (0, moment.rawValue)
        case .exactly(let process): (process.pid, process.start.rawValue)
        }
    }

    init(pid: UInt32, start: UInt64) {
        let start = BootTicks(rawValue: start)
        self = pid == 0 ? .startedBy(start) : .exactly(ProcessKey(pid: pid, start: start))
    }
}

extension IdentificationResult {
    var options: Options {
        switch result {
        case .success(let identity): return identity.options
        case .failure(let error):
            var options = error.options
            options["pid"] = pid.map { Variant($0) }
            return options
        }
    }

    /// Decodes a reply. A malformed reply, or a reply to a different request, becomes an error.
    init(_ options: Options, within constraint: ProcessConstraint, of user: UInt32) {
        if let identity = ProcessIdentity(options) {
            let fits = identity.user == user && constraint.allows(identity.process) && options["doubt"] == nil
            self.init(
                pid: identity.process.pid,
                result: fits ? .success(identity) : .failure(.unanswered("it answered a different question")))
        } else {
            self.init(
                pid: options["pid"]?.value(as: UInt32.self),
                result: .failure(IdentificationError(options) ?? .unanswered("its answer is malformed")))
        }
    }
}

extension ProcessIdentity {
    fileprivate var options: Options {
        var options: Options = [
            "client": Variant(client.description), "user": Variant(user), "pid": Variant(process.pid),
            "start": Variant(process.start.rawValue),
        ]
        options["program"] = program.map { Variant(Structure($0.path, $0.device, $0.inode, $0.realGroup)) }
        return options
    }

    /// Returns nil if a part is missing, or if two parts contradict each other.
    fileprivate init?(_ options: Options) {
        guard let client = options["client"]?.value(as: String.self).flatMap({ ClientID($0) }), client.isPossible,
            let user = options["user"]?.value(as: UInt32.self), let pid = options["pid"]?.value(as: UInt32.self),
            pid > 0, let start = options["start"]?.value(as: UInt64.self)
        else { return nil }
        let program = options["program"]?.value(as: Structure<String, UInt64, UInt64, UInt32>.self)?.values
        guard client.kind.isSandboxed == (program == nil), program != nil || options["program"] == nil else {
            return nil
        }
        self.init(
            client: client, user: user, process: ProcessKey(pid: pid, start: BootTicks(rawValue: start)),
            program: program.map { Program(path: $0.0, device: $0.1, inode: $0.2, realGroup: $0.3) })
    }
}

extension IdentificationError {
    fileprivate var options: Options {
        let (word, subject, code): (String, String?, Errno?) =
            switch self {
            case .notOnTheBus: ("not-on-the-bus", nil, nil)
            case .olderThanTheBroker: ("older-than-the-broker", nil, nil)
            case .leftTheBus: ("left-the-bus", nil, nil)
            case .tookTooLong: ("took-too-long", nil, nil)
            case .missingCredentials(let reason): ("untold", reason, nil)
            case .unanswered(let reason): ("unanswered", reason, nil)
            case .ended: ("ended", nil, nil)
            case .differentProcess: ("another-process", nil, nil)
            case .differentUser: ("another-user", nil, nil)
            case .unreadable(let what, let code): ("unreadable", what, code)
            case .malformed(let what): ("malformed", what, nil)
            case .contradicted(let what): ("contradicted", what, nil)
            case .unknownSandbox: ("unknown-sandbox", nil, nil)
            case .executableGone: ("executable-gone", nil, nil)
            case .noIdentifier: ("unmarked", nil, nil)
            }
        var options: Options = ["doubt": Variant(word)]
        options["subject"] = subject.map { Variant($0) }
        options["code"] = code.map { Variant($0.rawValue) }
        return options
    }

    fileprivate init?(_ options: Options) {
        let subject = options["subject"]?.value(as: String.self) ?? ""
        switch options["doubt"]?.value(as: String.self) {
        case "not-on-the-bus": self = .notOnTheBus
        case "older-than-the-broker": self = .olderThanTheBroker
        case "left-the-bus": self = .leftTheBus
        case "took-too-long": self = .tookTooLong
        case "untold": self = .missingCredentials(subject)
        case "unanswered": self = .unanswered(subject)
        case "ended": self = .ended
        case "another-process": self = .differentProcess
        case "another-user": self = .differentUser
        case "unreadable":
            self = .unreadable(subject, Errno(rawValue: options["code"]?.value(as: Int32.self) ?? 0))
        case "malformed": self = .malformed(subject)
        case "contradicted": self = .contradicted(subject)
        case "unknown-sandbox": self = .unknownSandbox
        case "executable-gone": self = .executableGone
        case "unmarked": self = .noIdentifier
        default: return nil
        }
    }
}
