package import Filmgate
package import FilmgateTestKit

extension World {
    /// Where the client library finds the broker. Its connections are those of the test's own program.
    package var libraryBus: PhotoLibrary.Bus {
        isInProcess
            ? .connector(BusConnectionFactory { [self] loop in try await connect(on: loop) }) : .address(bus.address)
    }
}
