import FilmgateMedia
import FilmgateSystem
import FilmgateTestKit
import Testing

@Suite("A pool of workers")
struct WorkerTests {
    @Test("a text is no photo, whatever it is called")
    func text() async throws {
        let pool = WorkerPool(worker: BuiltProgram.path("filmgate-render"), count: 1)
        let file = try OwnedDescriptor.memory(named: "holiday.jpg")
        try file.write(Array("Dear diary".utf8))
        await #expect(throws: InspectionRefusal.invalidContent("It is no photo or video of a kind that is known here."))
        {
            try await pool.inspect(file)
        }
    }

    @Test("a worker program that does not exist is no fault of the file")
    func missing() async throws {
        let pool = WorkerPool(worker: "/nonexistent/filmgate-render", count: 1)
        let file = try OwnedDescriptor.memory(named: "a")
        await #expect(
            throws: InspectionRefusal.unavailable("starting /nonexistent/filmgate-render: No such file or directory")
        ) {
            try await pool.inspect(file)
        }
    }
}
