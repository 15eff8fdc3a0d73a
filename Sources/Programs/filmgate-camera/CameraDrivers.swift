import CFilmgateGPhoto
import FilmgateCage
import FilmgateCameraJobs
import Glibc

/// The drivers and ports of libgphoto2, which are loaded once.
///
/// The initializer loads the drivers for PTP, for folders and for their ports, and enters the sandbox. There, the
/// process cannot map code, and thus cannot load other drivers. All data of a device, including USB descriptors, is
/// read in the sandbox. If a USB port is given, the sandbox allows only the device at this port, or all USB devices if
/// the kernel has no Landlock. So a separate process lists cameras.
final class CameraDrivers {
    private let abilities: OpaquePointer
    private let ports: OpaquePointer

    /// - Parameter port: the port of the camera that will be used; nil for any USB camera.
    init(for port: String?) throws(CameraFault) {
        let folders = try CameraDrivers.load()
        do throws(Cage.EntryFailure) {
            try Cage.enter(toReach: CagedDevice(port: port), reading: folders)
        } catch { throw CameraFault(.failed, "\(error)") }
        var (abilities, ports): (OpaquePointer?, OpaquePointer?) = (nil, nil)
        guard gp_abilities_list_new(&abilities) == GP_OK, let abilities,
            gp_port_info_list_new(&ports) == GP_OK, let ports,
            gp_abilities_list_load(abilities, nil) == GP_OK, gp_port_info_list_load(ports) == GP_OK
        else { throw CameraFault(.failed, "libgphoto2 has no drivers") }
        (self.abilities, self.ports) = (abilities, ports)
    }

    /// Loads the drivers, and a table that they would load later. Returns the folders that contain the drivers.
    private static func load() throws(CameraFault) -> [String] {
        let kinds = [
            ("libgphoto2", gp_library_version(GP_VERSION_SHORT), ["ptp2", "directory"]),
            ("libgphoto2_port", gp_port_library_version(GP_VERSION_SHORT), ["usb1", "disk", "ptpip"]),
        ]
        var folders: [String] = []
        for (kind, version, names) in kinds {
            var path = [CChar](repeating: 0, count: 1024)
            guard fg_driver_folder(kind, version, &path) == GP_OK else { throw CameraFault(.failed, "no libgphoto2") }
            let folder = String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            folders.append(folder)
            // A distribution may lack some of the drivers.
            for name in names { _ = fg_driver_keep("\(folder)/\(name).so") }
        }
        // This call makes the C library load the table with which the driver for PTP converts names.
        let conversion = iconv_open("UTF-8", "UCS-2LE")
        if conversion != iconv_t(bitPattern: -1) { iconv_close(conversion) }
        return folders
    }

    deinit {
        gp_abilities_list_free(abilities)
        gp_port_info_list_free(ports)
    }

    /// Finds the cameras that are connected by USB. Omits mounted memory cards: their driver lists only files of known
    /// types, but an import of the card's folder finds all files.
    func cameras() throws(CameraFault) -> [ListedCamera] {
        let list = try CameraNameValueList()
        guard gp_abilities_list_detect(abilities, ports, list.raw, nil) == GP_OK else { return [] }
        return list.pairs.filter { !$0.value.hasPrefix("disk:") }.map { ListedCamera(model: $0.name, port: $0.value) }
    }

    /// - Throws: `notFound`, `inUse` if another program uses the camera, or `notSupported` without a driver for it.
    func open(_ port: String, _ operation: CameraOperationContext) throws(CameraFault) -> ConnectedCamera {
        let model =
            try cameras().first { $0.port == port }?.model ?? CameraDrivers.models[String(port.prefix { $0 != ":" })]
        guard let model else { throw CameraFault(.notFound) }
        var info: GPPortInfo?
        let number = gp_port_info_list_lookup_path(ports, port)
        guard number >= 0, gp_port_info_list_get_info(ports, number, &info) == GP_OK, let info else {
            throw CameraFault(.notFound)
        }
        var own = CameraAbilities()
        let place = gp_abilities_list_lookup_model(abilities, model)
        guard place >= 0, gp_abilities_list_get_abilities(abilities, place, &own) == GP_OK else {
            throw CameraFault(.notSupported)
        }
        return try ConnectedCamera(ListedCamera(model: model, port: port), own, info, operation)
    }

    /// The models for the kinds of ports that `cameras()` does not list.
    private static let models = ["disk": "Directory Browse", "ptpip": "PTP/IP Camera"]
}

extension CagedDevice {
    fileprivate init(port: String?) {
        let parts = port?.split(separator: ":", maxSplits: 1).map(String.init) ?? []
        switch parts.first {
        case "disk" where parts.count == 2: self = .folder(parts[1])
        case "ptpip": self = .network
        default: self = .usb(file: port.flatMap { ListedCamera.deviceFile(at: $0) })
        }
    }
}

/// A `CameraList` of libgphoto2, which contains names and their values.
final class CameraNameValueList {
    let raw: OpaquePointer

    init() throws(CameraFault) {
        var raw: OpaquePointer?
        guard gp_list_new(&raw) == GP_OK, let raw else { throw CameraFault(.failed, "out of memory") }
        self.raw = raw
    }

    deinit { gp_list_unref(raw) }

    /// The names, each with a form to show. A name that is not UTF-8 is nil.
    var names: [(name: String?, shown: String)] {
        (0..<max(0, gp_list_count(raw))).compactMap { index in
            var name: UnsafePointer<CChar>?
            guard gp_list_get_name(raw, index, &name) == GP_OK, let name else { return nil }
            return (String(validatingCString: name), String(cString: name))
        }
    }

    var pairs: [(name: String, value: String)] {
        (0..<max(0, gp_list_count(raw))).compactMap { index in
            var (name, value): (UnsafePointer<CChar>?, UnsafePointer<CChar>?) = (nil, nil)
            guard gp_list_get_name(raw, index, &name) == GP_OK, gp_list_get_value(raw, index, &value) == GP_OK,
                let name, let value
            else { return nil }
            return (String(cString: name), String(cString: value))
        }
    }
}
