import FilmgateModel

/// The picture of a HEIF or AVIF file, and its gain map: an item of ISO 21496-1, or Apple's auxiliary picture.
struct HEIFPicture: SourcePicture {
    private let file: InputFile
    private let decoded: DecodedPicture
    private let isWhole: Bool

    var width: UInt32 { decoded.width }
    var height: UInt32 { decoded.height }

    init(_ file: InputFile, takesDamaged: Bool) throws(UnreadableFileError) {
        self.file = file
        decoded = try decodeHEIF(file, takesDamaged: takesDamaged)
        isWhole = !takesDamaged
    }

    func image(_ geometry: ScaledCrop, color: ImageSpecification.Color) throws(UnreadableFileError) -> Pixels {
        try decoded.image(geometry, color: color)
    }

    /// Returns the gain map; nil if there is none that can be decoded, or if the file may be damaged.
    func gainMap() throws(UnreadableFileError) -> GainMap? {
        guard isWhole else { return nil }
        return try file.withContent { content throws(UnreadableFileError) in try gainMap(in: content) }
    }

    private func gainMap(in content: UnsafeRawBufferPointer) throws(UnreadableFileError) -> GainMap? {
        guard var items = HEIFItems(content), let primary = HEIFDecodingSelection(items)?.primary,
            let place = items.gainMap(of: primary), items.has("clap", place.map) == items.has("clap", primary)
        else { return nil }
        // Rotates and mirrors the gain map like the picture, even if the file does not specify this.
        items.turn(place.map, as: primary)
        guard let selection = HEIFDecodingSelection(items, showing: place.map) else { return nil }
        let input = HEIFInput(content, items, selection, "gain map")
        return try withPicture(of: input, "gain map") { map throws(UnreadableFileError) in
            let (pixels, shown) = (UInt64(map.width) * UInt64(map.height), UInt64(width) * UInt64(height))
            // The decoded picture counts half: decoding a picture with libheif needs twice as much memory as the
            // result.
            guard map.input.damage == nil, haveSameShape((map.width, map.height), (width, height)),
                pixels + shown / 2 <= HEIFLimits.pixels
            else { return nil }
            if let toneMap = place.toneMap {
                guard let numbers = items.data(of: toneMap).flatMap({ GainMapNumbers(toneMap: $0) }) else { return nil }
                return GainMap(try map.pixels([UInt8](0...255), isGray: false), numbers)
            }
            guard let headroom = try headroom(of: map, in: content),
                let numbers = GainMapNumbers(appleHeadroom: headroom)
            else { return nil }
            return GainMap(try map.pixels(GainMapNumbers.pixels(appleHeadroom: headroom), isGray: true), numbers)
        }
    }

    /// Returns the headroom of Apple's gain map. It is in the map's XMP or, in older files, in the maker note.
    private func headroom(of map: PrimaryPicture, in content: UnsafeRawBufferPointer) throws(UnreadableFileError)
        -> Double?
    {
        var own = Metadata()
        readMetadata(of: map.handle, into: &own)
        if let headroom = own.xmp?.gainMapHeadroom { return headroom }
        return try withPrimaryPicture(of: content, "HEIF") { picture throws(UnreadableFileError) in
            var metadata = Metadata()
            readMetadata(of: picture.handle, into: &metadata)
            return metadata.exif.note?.headroom
        }
    }
}

extension HEIFItems {
    /// Returns the items with a picture's gain map and with the map's parameters. For Apple's auxiliary picture, there
    /// is no item with parameters.
    fileprivate func gainMap(of picture: Int) -> (map: Int, toneMap: Int?)? {
        let toneMap = items.keys.sorted().first { items[$0]?.type == "tmap" && sources(of: $0).first == picture }
        if let toneMap {
            let parts = sources(of: toneMap)
            guard parts.count == 2 else { return nil }
            return (parts[1], toneMap)
        }
        let auxiliary = references.first {
            $0.type == "auxl" && $0.to.contains(picture)
                && auxiliaryType(of: $0.from) == "urn:com:apple:photo:2020:aux:hdrgainmap"
        }
        guard let auxiliary else { return nil }
        return (auxiliary.from, nil)
    }

    private func auxiliaryType(of id: Int) -> String? {
        guard let index = items[id]?.properties.first(where: { propertyType($0.index) == "auxC" })?.index else {
            return nil
        }
        var cursor = BoxCursor(content, properties[index].range)
        return cursor.versionAndFlags() == nil ? nil : cursor.text()
    }

    /// Returns the data of a short item; nil if the data are too long, or not in the file.
    fileprivate func data(of id: Int) -> [UInt8]? {
        guard let extents = items[id]?.extents, extents.reduce(0, { $0 + $1.count }) < 1024 else { return nil }
        return extents.flatMap { Array(content[$0]) }
    }
}

extension PrimaryPicture {
    /// Decodes the picture without transparency. If all pixels are gray, the result has one band.
    ///
    /// - Parameters:
    ///   - table: the new value for each sample value.
    ///   - isGray: whether to return only the first band, even if the pixels are not gray.
    fileprivate func pixels(_ table: [UInt8], isGray: Bool) throws(UnreadableFileError) -> Pixels {
        let decoded = try buffer(of: handle, input.mirror)
        defer { withExtendedLifetime(decoded) {} }
        let source = decoded.start.assumingMemoryBound(to: UInt8.self)
        let (count, bands) = (Int(decoded.width) * Int(decoded.height), Int(decoded.bands))
        let hasOneBand =
            isGray
            || (0..<count).allSatisfy { pixel in
                let first = source + pixel * bands
                return first[0] == first[1] && first[0] == first[2]
            }
        let kept = hasOneBand ? 1 : 3
        let target = try PixelBuffer(width: decoded.width, height: decoded.height, bands: Int32(kept), of: "gain map")
        let result = target.start.assumingMemoryBound(to: UInt8.self)
        for pixel in 0..<count {
            for band in 0..<kept { result[pixel * kept + band] = table[Int(source[pixel * bands + band])] }
        }
        return try target.pixels()
    }
}
