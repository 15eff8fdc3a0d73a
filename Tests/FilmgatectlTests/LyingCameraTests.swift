import FilmgateTestKit
import Testing

@testable import FilmgateCameraJobs
@testable import FilmgateLibraryTools

/// A camera in the network, because there is no device at USB in tests. Its answers are read by the same code of
/// libgphoto2.
@Suite("A camera that lies about itself", .serialized)
struct LyingCameraTests {
    /// Starts the camera, and connects with it.
    private static func open(_ lie: String) async throws -> ListedCamera {
        let lines = Lines()
        let camera = try Program(
            "/usr/bin/python3", ["\(Source.python)/lying_camera.py", lie], onLine: lines.hear)
        let port = try #require(await lines.next())
        let connection = try CameraConnection(BuiltProgram.path("filmgate-camera"), while: { true })
        let opened = Result { () throws(CameraFault) in try connection.open("ptpip:127.0.0.1:\(port):\(port)").camera }
        camera.kill()
        return try opened.get()
    }

    @Test("is not used, and nothing waits for what it does not send: false sizes, lists, texts and packets")
    func lies() async throws {
        #expect(try await Self.open("none").model == "PTP/IP Camera")
        for lie in ["size", "short", "long", "list", "text", "packet", "huge-packet"] {
            let start = ContinuousClock.now
            await #expect(throws: CameraFault.self, "\(lie)") { try await Self.open(lie) }
            #expect(ContinuousClock.now - start < .seconds(60), "\(lie)")
        }
    }
}
