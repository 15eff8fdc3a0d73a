package import FilmgateCameraJobs
import FilmgateSystem
import Glibc

/// What a camera's clock says. Cameras tell a local time without its zone, and `filmgate-camera` reads it as UTC.
package struct CameraClock: Sendable {
    /// Whether dates are moments, as those of files on a disk.
    private let isExact: Bool

    package init(of camera: ListedCamera) { isExact = camera.port.hasPrefix("disk:") }

    /// Returns the moment that a date of a file means if the camera shows the local time of this computer; in seconds since 1970.
    package func moment(_ date: Int64) -> Int64 {
        guard !isExact else { return date }
        var seconds = time_t(date)
        var fields = unsafe tm()
        unsafe gmtime_r(&seconds, &fields)
        unsafe fields.tm_isdst = -1
        let local = unsafe mktime(&fields)
        return local == -1 ? date : Int64(local)
    }

    /// Gives a file that came from the camera its date.
    func setDate(of entry: CameraEntry, on file: OwnedDescriptor) {
        guard let date = entry.date else { return }
        let time = timespec(tv_sec: Int(moment(date)), tv_nsec: 0)
        _ = unsafe futimens(file.rawValue, [time, time])
    }
}
