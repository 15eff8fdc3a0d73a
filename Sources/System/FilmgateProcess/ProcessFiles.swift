/// Parsers for the files of `/proc/PID`. They do not trust the files, because a process chooses parts of their
/// contents.
enum ProcessFiles {
    /// Returns the start of the process, from field 22 of `stat`.
    ///
    /// The name in field 2 may contain spaces and parentheses, so fields are counted from the last ')'.
    static func start(inStat bytes: [UInt8]) -> BootTicks? {
        guard let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
        let startsAt = 22 - 3
        guard fields.count > startsAt, let ticks = number(fields[startsAt]) else { return nil }
        return BootTicks(rawValue: ticks)
    }

    /// Returns the effective user, from `status`. The process name in an earlier line cannot imitate this line, because
    /// the kernel escapes line ends.
    static func effectiveUser(inStatus bytes: [UInt8]) -> UInt32? { identifiers("Uid", inStatus: bytes)?[1] }

    /// Returns the real group, from `status`.
    static func realGroup(inStatus bytes: [UInt8]) -> UInt32? { identifiers("Gid", inStatus: bytes)?[0] }

    /// Returns the real, effective, saved and file system ID of the user or the group, from `status`.
    private static func identifiers(_ key: String, inStatus bytes: [UInt8]) -> [UInt32]? {
        let numbers = value(of: key, in: bytes)?.split(separator: UInt8(ascii: "\t"))
            .compactMap { number($0).flatMap(UInt32.init(exactly:)) }
        return numbers?.count == 4 ? numbers : nil
    }

    /// Returns the process ID of a thread's process, from `status`. For a process, this is its own ID.
    static func process(inStatus bytes: [UInt8]) -> Int32? {
        value(of: "Tgid", in: bytes).flatMap(number).flatMap(Int32.init(exactly:))
    }

    /// Returns the process ID of a pidfd, from `fdinfo`; nil for other descriptors, and after the process was reaped.
    static func pid(inDescriptorInfo bytes: [UInt8]) -> Int32? {
        guard let text = value(of: "Pid", in: bytes) else { return nil }
        return number(text).flatMap(Int32.init(exactly:))
    }

    /// Returns the label in `attr/current`, without the line end.
    static func label(inAttribute bytes: [UInt8]) -> String? {
        let text = bytes.prefix { $0 != 0 && $0 != UInt8(ascii: "\n") }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    /// Returns the path in the unified hierarchy, from the line in `cgroup` without a controller. Names of control
    /// groups cannot contain line ends.
    static func controlGroup(inGroups bytes: [UInt8]) -> String? {
        let start = Array("0::".utf8)
        let line = bytes.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: start) }
        return line.map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
    }

    /// Returns the rest of the first line that begins with `KEY:` and a tab.
    private static func value(of key: String, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        let start = Array("\(key):\t".utf8)
        return bytes.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: start) }?.dropFirst(start.count)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        UInt64(String(decoding: digits, as: UTF8.self))
    }
}
