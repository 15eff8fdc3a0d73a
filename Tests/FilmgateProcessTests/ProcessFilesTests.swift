import Testing

@testable import FilmgateProcess

@Suite("What files of /proc say")
struct ProcessFilesTests {
    private static let tail = "R 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 293244 3133440 378"

    @Test(
        "the start is counted from the last bracket, whatever the process calls itself",
        arguments: [
            "cat", "", ") R 1 1", "a b", "(((", "))) 9 9 9 9", "\n",
            "x) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 1",
        ])
    func start(name: String) {
        let bytes = Array("20473 (\(name)) \(Self.tail)\n".utf8)
        #expect(ProcessFiles.start(inStat: bytes) == BootTicks(rawValue: 293_244))
    }

    @Test(
        "what is no such line has no start",
        arguments: [
            "", "1", "1 (a", "1 (a) R 1 2 3", "1 (a) R 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 x 1",
            "1 (a) R 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 -5 1",
            "1 (a) R 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 99999999999999999999999 1",
        ])
    func noStart(text: String) { #expect(ProcessFiles.start(inStat: Array(text.utf8)) == nil) }

    @Test("the user is the effective one")
    func user() {
        let status = "Name:\tUid:\\n\nUmask:\t0022\nUid:\t1000\t0\t33\t44\nGid:\t5\t6\t7\t8\n"
        #expect(ProcessFiles.effectiveUser(inStatus: Array(status.utf8)) == 0)
    }

    @Test(
        "what names no user has none",
        arguments: [
            "", "Uid:\n", "Uid:\t\n", "Uid:\t1\t2\n", "Uid:\t1\t-2\t3\t4\n", "Uid:\t1\t4294967296\t3\t4\n",
            "Uid: 1 2 3 4\n",
            "xUid:\t1\t2\t3\t4\n",
        ])
    func noUser(text: String) { #expect(ProcessFiles.effectiveUser(inStatus: Array(text.utf8)) == nil) }

    @Test("a process descriptor's number is that of its process, and -1 is none")
    func descriptor() {
        #expect(
            ProcessFiles.pid(inDescriptorInfo: Array("pos:\t0\nflags:\t02000002\nPid:\t77\nNSpid:\t77\n".utf8)) == 77)
        #expect(ProcessFiles.pid(inDescriptorInfo: Array("pos:\t0\nPid:\t-1\nNSpid:\t-1\n".utf8)) == nil)
        #expect(ProcessFiles.pid(inDescriptorInfo: Array("pos:\t0\nflags:\t0100000\n".utf8)) == nil)
    }
}
