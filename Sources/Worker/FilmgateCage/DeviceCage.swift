import CFilmgateSeccomp
import CFilmgateSystem
import FilmgateSystem
import Glibc

/// A device with which a caged program communicates.
public enum CagedDevice: Equatable, Sendable {
    /// The USB device with this device file. Without Landlock, or if the file is nil, all USB devices are allowed.
    case usb(file: String?)
    /// A folder whose files can be read and deleted.
    case folder(String)
    /// A device at a network address.
    case network

    var isUSB: Bool { if case .usb = self { true } else { false } }
}

extension Cage {
    /// Puts the calling process, which must have a single thread, into a cage. There, the process can use one device
    /// and descriptors that are already open, and read some folders.
    ///
    /// All code that runs in the cage must be loaded before this call. System calls are always limited. Landlock
    /// limits access to files if the kernel has it. For USB, a namespace makes files read-only if the kernel allows it.
    ///
    /// - Parameter folders: the folders that the process may read.
    /// - Throws: `EntryFailure` if a required step failed. The process must then not read untrusted data.
    public static func enter(
        toReach device: CagedDevice, reading folders: [String], _ limits: CageLimits = .device
    ) throws(EntryFailure) {
        do throws(Errno) {
            try limits.apply()
            // To use a device on the network, the process stays in its namespaces: new ones would have no network.
            let hasNamespaces = device != .network && fg_leave_namespaces() == 0
            let isReadOnly = device.isUSB && hasNamespaces && fg_files_read_only() == 0
            try calling { fg_give_up_privileges() }
            let isLimited = try limitFiles(to: device, reading: folders)
            // Without Landlock and without namespaces, a program that may open its device for writing could change the
            // person's files.
            guard isLimited || isReadOnly || !device.isUSB else { throw Errno(rawValue: EOPNOTSUPP) }
        } catch {
            throw EntryFailure(reason: "files: \(error)")
        }
        try SyscallFilter.device(device).install()
    }

    /// Limits access to files with Landlock. Returns false if Landlock is not available.
    private static func limitFiles(to device: CagedDevice, reading folders: [String]) throws(Errno) -> Bool {
        var known: UInt64 = 0
        let raw = fg_files_begin(&known)
        guard raw >= 0 else {
            // EOPNOTSUPP means that Landlock is switched off.
            guard [ENOSYS, EOPNOTSUPP].contains(errno) else { throw .current }
            return false
        }
        let rules = OwnedDescriptor(owning: raw)
        var allowed = folders.map { ($0, fg_files_read) }
        switch device {
        // libusb finds devices through udev and in the files of `/sys`.
        case .usb(let file):
            allowed += [("/sys", fg_files_read), ("/run/udev", fg_files_read)]
            // libusb lists `/dev/bus/usb` to check that the folder contains entries.
            allowed +=
                file.map { [("/dev/bus/usb", fg_files_list), ($0, fg_files_device)] }
                ?? [("/dev/bus/usb", fg_files_devices)]
        case .folder(let path): allowed.append((path, fg_files_delete))
        case .network: break
        }
        for (path, access) in allowed where fg_files_allow(rules.rawValue, path, access, known) != 0 {
            // A path that does not exist, cannot be reached or has the wrong kind gets no rule.
            guard [ENOENT, ENOTDIR, EACCES, EINVAL].contains(errno) else { throw .current }
        }
        try calling { fg_files_limit(rules.rawValue) }
        return true
    }
}

extension SyscallFilter {
    /// Returns the filter for a program that uses a device. It allows reading files, and using threads, open
    /// descriptors and the device.
    static func device(_ device: CagedDevice) -> SyscallFilter {
        var filter = SyscallFilter(
            allowed: usual + [
                "pwrite64", "select", "pselect6", "pipe2", "statfs", "fstatfs", "access", "faccessat", "faccessat2",
                "getdents64", "getcwd", "getgid", "getegid",
            ],
            allowedWhere: withoutExecution + onlyThreads + [opening(O_RDONLY)],
            // The flags of `clone3` are in memory, where a filter cannot read them.
            unknown: ["clone3"], deadly: always + ["fork", "pidfd_open", "prlimit64"],
            deadlyWhere: [Condition("clone", 0, fg_clone_thread, is: 0)])
        switch device {
        case .usb:
            // libusb binds a netlink socket to listen to udev.
            filter.deadly.removeAll { $0 == "bind" }
            filter.allowed += ["bind", "setsockopt"]
            filter.allowedWhere += [
                opening(O_RDWR), Condition("ioctl", 1, 0xFF00, is: usbRequests),
                Condition("socket", 0, -1, is: AF_NETLINK),
            ]
        case .folder:
            filter.allowed += ["unlink", "unlinkat"]
        case .network:
            filter.allowed += ["connect", "setsockopt"]
            filter.allowedWhere += [Condition("socket", 0, -1, is: AF_INET), Condition("socket", 0, -1, is: AF_INET6)]
        }
        return filter
    }

    /// Allows `openat` only for existing files and with this access mode.
    private static func opening(_ access: Int32) -> Condition {
        Condition("openat", 2, O_ACCMODE | O_CREAT | O_TRUNC | unnamedFile, is: access)
    }

    /// The bit of `O_TMPFILE` that no other flag contains.
    private static let unnamedFile: Int32 = 0o20_000_000
    /// The type bits of all ioctl requests for USB devices.
    private static let usbRequests: Int32 = 0x5500
}
