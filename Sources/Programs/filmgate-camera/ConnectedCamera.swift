import CFilmgateGPhoto
import FilmgateCameraJobs
import FilmgateSystem

/// A camera that stays connected until this object is released.
final class ConnectedCamera {
    let listed: ListedCamera
    private let raw: UnsafeMutablePointer<Camera>
    private let operation: CameraOperationContext
    private let target = CameraDownloadFile()
    /// Whether libgphoto2 may have cached the sizes and dates of files.
    private var remembersFiles = false

    init(
        _ listed: ListedCamera, _ abilities: CameraAbilities, _ port: GPPortInfo, _ operation: CameraOperationContext
    ) throws(CameraFault) {
        (self.listed, self.operation) = (listed, operation)
        var raw: UnsafeMutablePointer<Camera>?
        guard gp_camera_new(&raw) == GP_OK, let raw else { throw CameraFault(.failed, "out of memory") }
        self.raw = raw
        try operation.check(gp_camera_set_abilities(raw, abilities))
        try operation.check(gp_camera_set_port_info(raw, port))
        try operation.check(gp_camera_init(raw, operation.context))
    }

    deinit {
        gp_camera_exit(raw, operation.context)
        gp_camera_unref(raw)
    }

    /// The serial number; nil if the camera reports none.
    var serialNumber: String? {
        var widget: OpaquePointer?
        guard gp_camera_get_single_config(raw, "serialnumber", &widget, operation.context) == GP_OK, let widget else {
            return nil
        }
        defer { gp_widget_free(widget) }
        var kind = GP_WIDGET_WINDOW
        guard gp_widget_get_type(widget, &kind) == GP_OK, kind == GP_WIDGET_TEXT else { return nil }
        var value: UnsafePointer<CChar>?
        guard gp_widget_get_value(widget, &value) == GP_OK, let value else { return nil }
        let text = String(cString: value).filter { $0.isLetter || $0.isNumber }
        return text.isEmpty || text == "None" ? nil : String(text.prefix(100))
    }

    func folders(in folder: String) throws(CameraFault) -> CameraNameValueList {
        let list = try CameraNameValueList()
        try operation.check(gp_camera_folder_list_folders(raw, folder, list.raw, operation.context))
        return list
    }

    func files(in folder: String) throws(CameraFault) -> CameraNameValueList {
        let list = try CameraNameValueList()
        try operation.check(gp_camera_folder_list_files(raw, folder, list.raw, operation.context))
        remembersFiles = true
        return list
    }

    /// Returns the size and the date that the camera reports for a file.
    func facts(of name: String, in folder: String) throws(CameraFault) -> (size: UInt64?, date: Int64?) {
        var info = CameraFileInfo()
        try operation.check(gp_camera_file_get_info(raw, folder, name, &info, operation.context))
        let fields = info.file.fields.rawValue
        // Some cameras report UInt32.max for files of 4 GiB or more.
        let hasSize = fields & GP_FILE_INFO_SIZE.rawValue != 0 && info.file.size != UInt32.max
        let hasDate = fields & GP_FILE_INFO_MTIME.rawValue != 0 && info.file.mtime > 0
        return (hasSize ? info.file.size : nil, hasDate ? Int64(info.file.mtime) : nil)
    }

    /// Copies a file of the camera into `file`.
    ///
    /// - Throws: `incomplete` if the content does not have the size that the camera reported, `noSpace` or
    ///   `notWritten` if the content cannot be written, or an error of the camera.
    func read(_ entry: CameraFile, into file: OwnedDescriptor) throws(CameraFault) {
        let most = entry.size ?? ConnectedCamera.mostBytes
        try target.writing(into: file, atMost: most) { target throws(CameraFault) in
            try operation.check(
                gp_camera_file_get(
                    raw, entry.folder, entry.name, GP_FILE_TYPE_NORMAL, target, operation.context))
        }
        // If the status of the written file cannot be read, the copy counts as incomplete.
        guard let facts = try? file.facts(), entry.size == nil || facts.size == entry.size else {
            throw CameraFault(.incomplete)
        }
    }

    /// - Throws: `changed` if the size or the date of the file has changed since it was listed.
    func delete(_ entry: CameraFile) throws(CameraFault) {
        // Discards the cached data, so that libgphoto2 asks the camera again.
        if remembersFiles { gp_filesystem_reset(raw.pointee.fs) }
        remembersFiles = false
        let facts = try facts(of: entry.name, in: entry.folder)
        guard facts.size == entry.size, facts.date == entry.date else { throw CameraFault(.changed) }
        try operation.check(gp_camera_file_delete(raw, entry.folder, entry.name, operation.context))
    }

    /// The maximum size of a file whose size the camera does not report, in bytes.
    private static let mostBytes: UInt64 = 64 << 30
}
