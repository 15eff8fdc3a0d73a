import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateWire

extension DelegateConnection {
    /// Returns the app's authorization to add; nil if the broker replies with an unknown value.
    ///
    /// - Throws: the broker's `ErrorReply`.
    func addOnlyStatus() async throws -> AddOnlyStatus? {
        let row = AuthorizationInterface.getStatus
        let status = try await connection.call(
            row.method, of: row.interface, at: WireNames.rootPath, on: WireNames.busName, MessageArguments(.addOnly),
            options: Self.timeout
        ).values
        return AddOnlyStatus(rawValue: status)
    }

    /// Returns whether the app may add. Asks the person if this is not determined.
    ///
    /// - Throws: the broker's `ErrorReply`.
    func mayAdd(parentWindow: String) async throws -> Bool {
        let status = try await addOnlyStatus()
        guard status == .notDetermined else { return status == .authorized }
        let row = AuthorizationInterface.requestAccess
        let (outcome, results) = try await request(row.method, of: row.interface) { token in
            MessageArguments(
                .addOnly,
                InteractionOptions(handleToken: token, parentWindow: parentWindow.isEmpty ? nil : parentWindow))
        }
        if outcome == .failed { throw results.error }
        return outcome == .success && results.status == AddOnlyStatus.authorized.rawValue
    }

    /// Adds a photo or a video.
    ///
    /// - Throws: the broker's `ErrorReply`; `Errno` if the file cannot be read.
    /// - Returns: the identifier of the new asset; nil if the file is neither a photo nor a video.
    func add(_ file: OwnedDescriptor, named name: String) async throws -> AssetID? {
        guard let format = FileFormat(try file.bytes(at: 0, count: FileFormat.headBytes)) else { return nil }
        let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
        let resource = NewAssetResource(
            format.mediaType == .video ? .video : .photo, file, filename: isPlain ? name : nil)
        let row = LibraryInterface.performChanges
        let identifiers = try await connection.call(
            row.method, of: row.interface, at: WireNames.rootPath, on: WireNames.busName,
            MessageArguments([WireChange.createAsset(.placeholder(""), WireCreation([resource])).raw], [:]),
            options: CallOptions(timeout: nil)
        ).values
        guard let asset = identifiers.first.flatMap({ AssetID($0) }) else {
            throw ErrorReply.failed("The broker sent no identifier.")
        }
        return asset
    }

    /// Withdraws an asset that was added on this connection. The asset stays if the person has used it, or if it was
    /// added more than an hour ago.
    func withdraw(_ asset: AssetID) async {
        let row = LibraryInterface.withdrawAdded
        // If the call fails, both versions stay in the library.
        _ = try? await connection.call(
            row.method, of: row.interface, at: WireNames.rootPath, on: WireNames.busName,
            MessageArguments([AssetIDText(asset)]),
            options: Self.timeout)
    }
}
