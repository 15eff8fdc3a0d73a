import FilmgateCameraJobs
import FilmgateLibraryTools
import Testing

@testable import filmgate_window

@Suite("The progress of an import from a camera")
struct CameraProgressTests {
    private static func progress(ofFilesWith sizes: [UInt64?]) throws -> CameraProgress {
        let files = try sizes.enumerated().map { index, size in
            try #require(CameraFile(folder: "/DCIM", name: "IMG_\(index).JPG", size: size, date: 1))
        }
        return CameraProgress(CameraImportPlan(files) { _ in false })
    }

    @Test("counts the bytes, whatever the sizes of the files that are finished")
    func bytes() throws {
        var progress = try Self.progress(ofFilesWith: [900, 50, 50])
        progress.transfer(450)
        #expect(progress.fraction == 0.45 && progress.files == 0)
        progress.transfer(900)
        progress.finish(1)
        #expect(progress.fraction == 0.9 && progress.files == 1)
        progress.transfer(1_000)
        progress.finish(2)
        #expect(progress.fraction == 1 && progress.files == 3)
    }

    @Test("counts the files if the camera reports no sizes")
    func files() throws {
        var progress = try Self.progress(ofFilesWith: [nil, nil])
        progress.transfer(1 << 20)
        #expect(progress.fraction == 0)
        progress.finish(1)
        #expect(progress.fraction == 0.5 && progress.files == 1)
    }

    @Test("never falls or passes the end, although a file of unknown size ends with fewer bytes than it had")
    func unknown() throws {
        var progress = try Self.progress(ofFilesWith: [100, nil])
        progress.transfer(100)
        progress.transfer(250)
        #expect(progress.fraction == 1)
        progress.transfer(100)
        #expect(progress.fraction == 1)
    }
}
