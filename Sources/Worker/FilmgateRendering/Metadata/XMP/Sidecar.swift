public import FilmgateJobs
import FilmgateModel
public import FilmgateSystem

/// Reads a sidecar: an XMP file about a photo. A failure contains a sentence for a person.
public func sidecar(_ descriptor: OwnedDescriptor) -> JobAnswer {
    guard let file = sidecarFile(descriptor) else {
        return .invalidContent("The sidecar is empty, or larger than \(sidecarBytes / 1024 / 1024) MiB.")
    }
    guard let packet = XMPPacket(parsing: file.bytes(at: 0, count: Int(file.size))) else {
        return .invalidContent("The sidecar is no XMP.")
    }
    var facts = SidecarFacts()
    facts.title = MetadataText.title(packet.title)
    facts.caption = GeneratedCaptionFilter.copied(packet.caption) ?? GeneratedCaptionFilter.comment(packet.comment)
    facts.altText = MetadataText.title(packet.altText)
    facts.keywords = MetadataText.keywords(flat: packet.keywords, paths: packet.keywordPaths)
    facts.rating = packet.rating
    facts.location = packet.location
    facts.orientation = packet.orientation
    facts.cameraMake = MetadataText.title(packet.make)
    facts.cameraModel = MetadataText.title(packet.model)
    facts.lensModel = MetadataText.title(packet.lens)
    (facts.isFavorite, facts.isHidden) = (packet.isFavorite, packet.isHidden)
    if let date = packet.takenDate ?? packet.digitizedDate, ContractLimits.dates.contains(date.timestamp) {
        facts.creationDate = date.timestamp
        facts.timeZoneOffset = date.zone
        facts.dateLacksZone = date.zone == nil && !date.isUTC
        facts.isDateGuessed = packet.isDateGuessed
        facts.dateYields = packet.takenDate == nil
    }
    return .sidecar(facts)
}

/// Opens a sidecar. Returns nil if the file is empty, or too large for a sidecar.
func sidecarFile(_ descriptor: OwnedDescriptor) -> InputFile? {
    // `InputFile` refuses an empty file.
    guard let file = try? InputFile(descriptor), file.size <= sidecarBytes else { return nil }
    return file
}

private let sidecarBytes: UInt64 = 8 << 20
