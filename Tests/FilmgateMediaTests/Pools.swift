import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Glibc

extension WorkerPool {
    /// A pool of the real worker.
    static func real(count: Int = 1, limits: WorkerLimits = WorkerLimits()) -> WorkerPool {
        WorkerPool(worker: BuiltProgram.path("filmgate-render"), count: count, limits: limits)
    }

    /// Inspects a file for any owner.
    func inspect(_ file: OwnedDescriptor) async throws(JobRefusal) -> MediaFacts {
        try await inspect(file, for: .somebody)
    }

    func inspect(_ file: URL) async throws -> MediaFacts { try await inspect(try OwnedDescriptor(reading: file)) }

    func inspect(
        _ bytes: some Collection<UInt8>, for owner: JobOwner = .somebody,
        charge: @escaping @Sendable (Duration) -> Void = { _ in }
    ) async throws -> MediaFacts {
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(bytes)
        return try await inspect(file, for: owner, meter: JobMeter(charge: charge))
    }

    /// Returns the refusal of bytes that must be refused; nil if they are accepted.
    func refusal(
        of bytes: some Collection<UInt8>, for owner: JobOwner = .somebody,
        charge: @escaping @Sendable (Duration) -> Void = { _ in }
    ) async -> JobRefusal? {
        do {
            _ = try await inspect(bytes, for: owner, charge: charge)
            return nil
        } catch {
            return error as? JobRefusal
        }
    }
}

extension OwnedDescriptor {
    convenience init(reading file: URL) throws {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Errno.current }
        self.init(owning: descriptor)
    }
}

extension JobOwner {
    static let somebody = JobOwner("somebody", of: 1000)

    init(_ name: String, of user: UInt32) {
        self.init(
            user: user, client: ClientID(.exe, "/usr/bin/" + name) ?? ClientID(.exe, "/usr/bin/nobody")!,
            keepsPlaceFree: false)
    }
}
