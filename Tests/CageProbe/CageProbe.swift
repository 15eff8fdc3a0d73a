import CFilmgateSystem
import FilmgateCage
import Glibc

/// Enters the cage as a worker does, or with an argument before as a program that speaks with that device, then makes
/// the one attempt that it is told; its exit code is what came of it: 0 for success, else the error.
@main
struct CageProbe {
    static func main() {
        let name = CommandLine.arguments.last ?? ""
        guard let attempt = attempts[name] else { exit(250) }
        do {
            let limits = CageLimits(addressSpace: 1 << 28, processorTime: 1)
            if let device = device {
                try Cage.enter(toReach: device, reading: ["/usr/share"])
            } else {
                try Cage.enter(keepingDescriptorsUpTo: 3, limits)
            }
        } catch {
            exit(251)
        }
        exit(attempt() == -1 ? errno : 0)
    }

    /// Where attempts at files are made.
    private static var folder: String { CommandLine.arguments.dropFirst(2).first ?? "/tmp" }

    private static var device: CagedDevice? {
        switch CommandLine.arguments.dropFirst().first {
        case "usb": .usb(file: nil)
        case "usb device": .usb(file: "\(folder)/devices/own")
        case "network": .network
        case "folder": .folder("\(folder)/card")
        default: nil
        }
    }

    private static var attempts: [String: () -> Int] {
        [
            "read what it was given": {
                var byte: UInt8 = 0
                return pread(3, &byte, 1, 0)
            },
            "open a file": { Int(open("/etc/passwd", O_RDONLY)) },
            "make a file": { Int(open("/tmp/filmgate-cage-probe", O_WRONLY | O_CREAT, 0o600)) },
            "look at a file": {
                var status = stat()
                return Int(stat("/etc/passwd", &status))
            },
            "remove a file": { Int(unlink("/tmp/filmgate-cage-probe")) },
            "list a folder": { opendir("/") == nil ? -1 : 0 },
            "write to what it was given": { write(3, "x", 1) },
            "make a memory file": { Int(fg_memfd_create("probe")) },
            "make memory executable": {
                mmap(nil, 4096, PROT_EXEC | PROT_READ, MAP_PRIVATE | MAP_ANON, -1, 0) == MAP_FAILED ? -1 : 0
            },
            "turn memory executable": {
                let page = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
                return Int(mprotect(page, 4096, PROT_READ | PROT_EXEC))
            },
            "take more memory": { mmap(nil, 1 << 29, PROT_READ, MAP_PRIVATE | MAP_ANON, -1, 0) == MAP_FAILED ? -1 : 0 },
            "reach the network": { Int(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)) },
            "reach a bus": { Int(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)) },
            "start a process": {
                var pid = pid_t()
                var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
                return posix_spawn(&pid, "/bin/true", nil, nil, &arguments, &arguments) == 0 ? 0 : -1
            },
            "divide itself": {
                // Swift hides it; C's programs do not.
                typealias Fork = @convention(c) () -> pid_t
                guard let fork = dlsym(nil, "fork") else { return 0 }
                return Int(unsafeBitCast(fork, to: Fork.self)())
            },
            "become another program": {
                var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
                return Int(execve("/bin/true", &arguments, &arguments))
            },
            "start a thread": {
                var thread = pthread_t()
                return pthread_create(&thread, nil, { _ in nil }, nil) == 0 ? 0 : -1
            },
            "kill its parent": { Int(kill(getppid(), SIGKILL)) },
            "raise its limits": { Int(fg_set_limit(0, fg_limit_cpu, 1000)) },
            "enter namespaces": { Int(fg_leave_namespaces()) },
            "change its own rules": { Int(fg_give_up_privileges()) },
            "read a file of the person": { Int(open("\(folder)/own", O_RDONLY)) },
            "change a file of the person": { Int(open("\(folder)/own", O_RDWR)) },
            "make a file of the person": { Int(open("\(folder)/new", O_RDWR | O_CREAT, 0o600)) },
            "remove a file of the person": { Int(unlink("\(folder)/own")) },
            "read a photo on the card": { Int(open("\(folder)/card/photo", O_RDONLY)) },
            "read through a link on the card": { Int(open("\(folder)/card/link", O_RDONLY)) },
            "remove a photo on the card": { Int(unlink("\(folder)/card/photo")) },
            "use its device": { Int(open("\(folder)/devices/own", O_RDWR)) },
            "use a different device": { Int(open("\(folder)/devices/other", O_RDWR)) },
            "read a different device": { Int(open("\(folder)/devices/other", O_RDONLY | O_NONBLOCK)) },
            "find devices": { opendir("/sys") == nil ? -1 : 0 },
            "hear of devices": { Int(socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), 15)) },
            "type into the terminal": {
                var character: CChar = 10
                return Int(ioctl(0, UInt(TIOCSTI), &character))
            },
            "compute for ever": { while true { _ = getpid() } },
        ]
    }
}
