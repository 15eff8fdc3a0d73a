package import FilmgateCameraJobs
import FilmgateSystem
import Glibc

/// A converter for the dates of a camera's files. Cameras report a local time without a time zone, which
/// `filmgate-camera` reads as UTC.
package struct CameraDateConverter: Sendable {
    /// Whether the dates are points in time, such as the dates of files on a disk.
    private let isExact: Bool

    package init(of camera: ListedCamera) { isExact = camera.port.hasPrefix("disk:") }

    /// Converts the date of a file to a point in time, in seconds since 1970. Unless the dates are exact, assumes that
    /// the camera's clock shows the local time of this computer.
    package func moment(_ date: Int64) -> Int64 {
        guard !isExact else { return date }
        var seconds = time_t(date)
        var fields = unsafe tm()
        unsafe gmtime_r(&seconds, &fields)
        unsafe fields.tm_isdst = -1
        let local = unsafe mktime(&fields)
        return local == -1 ? date : Int64(local)
    }

    /// Sets the modification date of a file that was transferred from the camera.
    func setDate(of entry: CameraFile, on file: OwnedDescriptor) {
        guard let date = entry.date else { return }
        let time = timespec(tv_sec: Int(moment(date)), tv_nsec: 0)
        _ = unsafe futimens(file.rawValue, [time, time])
    }
}
