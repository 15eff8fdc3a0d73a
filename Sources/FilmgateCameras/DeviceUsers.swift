internal import FoundationEssentials

/// Finds the programs that have a device open.
package enum DeviceUsers {
    /// Returns the names of this user's programs that have a file open, such as `gvfsd-gphoto2`, without this program.
    package static func names(of path: String, besides pid: Int32) -> [String] {
        let files = FileManager.default
        let processes = ((try? files.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }.sorted()
        var names: [String] = []
        for process in processes where process != pid {
            let folder = "/proc/\(process)/fd"
            let open = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            guard open.contains(where: { (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path }),
                let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
            else { continue }
            let word = String(name.prefix { $0 != "\n" })
            if !names.contains(word) { names.append(word) }
        }
        return names
    }

    /// The file of a USB device: `/dev/bus/usb/001/005` for the port `usb:001,005`. Nil for other ports.
    package static func device(at port: String) -> String? {
        let numbers = port.dropFirst(4).split(separator: ",").map(String.init)
        guard port.hasPrefix("usb:"), numbers.count == 2, numbers.joined().allSatisfy(\.isNumber) else { return nil }
        return "/dev/bus/usb/\(numbers[0])/\(numbers[1])"
    }
}
