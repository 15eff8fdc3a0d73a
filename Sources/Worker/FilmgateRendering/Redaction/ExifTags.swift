import FilmgateModel

/// The tags of Exif and TIFF, and their names in XMP. `XMPVocabulary` classifies the names. A tag that is not listed
/// is opaque: its meaning is unknown.
enum ExifTags {
    static let exifFolder = 0x8769
    static let positionFolder = 0x8825

    /// Classifies a tag of the main or the Exif IFD.
    static func meaning(_ tag: Int) -> MetadataClassification {
        name(of: tag).flatMap(XMPVocabulary.meaning) ?? .opaque
    }

    /// Classifies a tag of the GPS IFD. All tags of the standard except the version count as location.
    static func meaningOfPosition(_ tag: Int) -> MetadataClassification {
        switch tag {
        case 0: .harmless
        case 1...0x1F: .kind(.location)
        default: .opaque
        }
    }

    /// Returns the XMP name of a tag of the main or the Exif IFD.
    static func name(of tag: Int) -> String? { names[tag] }

    /// Returns the tag of the main or the Exif IFD with the given XMP name.
    static func tag(named name: String) -> Int? { tags[name] }

    /// Returns the tag of the GPS IFD with the given XMP name.
    static func positionTag(named name: String) -> Int? {
        name.hasPrefix("exif:GPS") ? positionNames.firstIndex(of: String(name.dropFirst(8))) : nil
    }

    private static let tags = Dictionary(names.map { ($1, $0) }) { first, _ in first }

    /// Returns the XMP name of a tag of the GPS IFD.
    static func name(ofPosition tag: Int) -> String? {
        positionNames.indices.contains(tag) ? "exif:GPS" + positionNames[tag] : nil
    }

    /// The names with the prefixes of XMP schemas. GeoTIFF, DNG and the `XP` tags of Windows have the prefix of TIFF.
    private static let names: [Int: String] = [
        0x0100: "tiff:ImageWidth", 0x0101: "tiff:ImageLength", 0x0102: "tiff:BitsPerSample", 0x0103: "tiff:Compression",
        0x0106: "tiff:PhotometricInterpretation", 0x010D: "tiff:DocumentName", 0x010E: "tiff:ImageDescription",
        0x010F: "tiff:Make", 0x0110: "tiff:Model", 0x0112: "tiff:Orientation", 0x0115: "tiff:SamplesPerPixel",
        0x011A: "tiff:XResolution", 0x011B: "tiff:YResolution", 0x011C: "tiff:PlanarConfiguration",
        0x011D: "tiff:PageName", 0x0128: "tiff:ResolutionUnit", 0x0131: "tiff:Software", 0x0132: "tiff:DateTime",
        0x013B: "tiff:Artist", 0x013C: "tiff:HostComputer", 0x013E: "tiff:WhitePoint",
        0x013F: "tiff:PrimaryChromaticities", 0x0211: "tiff:YCbCrCoefficients", 0x0212: "tiff:YCbCrSubSampling",
        0x0213: "tiff:YCbCrPositioning", 0x0214: "tiff:ReferenceBlackWhite", 0x4746: "xmp:Rating",
        0x4749: "MicrosoftPhoto:Rating", 0x8298: "tiff:Copyright", 0x9C9B: "tiff:XPTitle", 0x9C9C: "tiff:XPComment",
        0x9C9D: "tiff:XPAuthor", 0x9C9E: "tiff:XPKeywords", 0x9C9F: "tiff:XPSubject",
        // The Exif IFD.
        0x829A: "exif:ExposureTime", 0x829D: "exif:FNumber", 0x8822: "exif:ExposureProgram",
        0x8827: "exifEX:PhotographicSensitivity", 0x8830: "exifEX:SensitivityType",
        0x8831: "exifEX:StandardOutputSensitivity", 0x8832: "exifEX:RecommendedExposureIndex",
        0x8833: "exifEX:ISOSpeed", 0x8834: "exifEX:ISOSpeedLatitudeyyy", 0x8835: "exifEX:ISOSpeedLatitudezzz",
        0x9000: "exif:ExifVersion", 0x9003: "exif:DateTimeOriginal", 0x9004: "exif:DateTimeDigitized",
        0x9010: "exif:OffsetTime", 0x9011: "exif:OffsetTimeOriginal", 0x9012: "exif:OffsetTimeDigitized",
        0x9101: "exif:ComponentsConfiguration", 0x9102: "exif:CompressedBitsPerPixel",
        0x9201: "exif:ShutterSpeedValue", 0x9202: "exif:ApertureValue", 0x9203: "exif:BrightnessValue",
        0x9204: "exif:ExposureBiasValue", 0x9205: "exif:MaxApertureValue", 0x9206: "exif:SubjectDistance",
        0x9207: "exif:MeteringMode", 0x9208: "exif:LightSource", 0x9209: "exif:Flash", 0x920A: "exif:FocalLength",
        0x9214: "exif:SubjectArea", 0x927C: "exif:MakerNote", 0x9286: "exif:UserComment", 0x9290: "exif:SubSecTime",
        0x9291: "exif:SubSecTimeOriginal", 0x9292: "exif:SubSecTimeDigitized", 0xA000: "exif:FlashpixVersion",
        0xA001: "exif:ColorSpace", 0xA002: "exif:PixelXDimension", 0xA003: "exif:PixelYDimension",
        0xA20B: "exif:FlashEnergy", 0xA20E: "exif:FocalPlaneXResolution", 0xA20F: "exif:FocalPlaneYResolution",
        0xA210: "exif:FocalPlaneResolutionUnit", 0xA214: "exif:SubjectLocation", 0xA215: "exif:ExposureIndex",
        0xA217: "exif:SensingMethod", 0xA300: "exif:FileSource", 0xA301: "exif:SceneType",
        0xA401: "exif:CustomRendered", 0xA402: "exif:ExposureMode", 0xA403: "exif:WhiteBalance",
        0xA404: "exif:DigitalZoomRatio", 0xA405: "exif:FocalLengthIn35mmFilm", 0xA406: "exif:SceneCaptureType",
        0xA407: "exif:GainControl", 0xA408: "exif:Contrast", 0xA409: "exif:Saturation", 0xA40A: "exif:Sharpness",
        0xA40B: "exif:DeviceSettingDescription", 0xA40C: "exif:SubjectDistanceRange", 0xA420: "exif:ImageUniqueID",
        0xA430: "exifEX:CameraOwnerName", 0xA431: "exifEX:BodySerialNumber", 0xA432: "exifEX:LensSpecification",
        0xA433: "exifEX:LensMake", 0xA434: "exifEX:LensModel", 0xA435: "exifEX:LensSerialNumber",
        0xA436: "exifEX:ImageTitle", 0xA437: "exifEX:Photographer", 0xA438: "exifEX:ImageEditor",
        0xA439: "exifEX:CameraFirmware", 0xA43A: "exifEX:RAWDevelopingSoftware",
        0xA43B: "exifEX:ImageEditingSoftware", 0xA43C: "exifEX:MetadataEditingSoftware",
        0xA460: "exifEX:CompositeImage", 0xA461: "exifEX:CompositeImageCount", 0xA500: "exifEX:Gamma",
        // GeoTIFF and DNG.
        0x830E: "tiff:ModelPixelScale", 0x8482: "tiff:ModelTiepoint", 0x85D8: "tiff:ModelTransformation",
        0x87AF: "tiff:GeoKeyDirectory", 0x87B0: "tiff:GeoDoubleParams", 0x87B1: "tiff:GeoAsciiParams",
        0xC614: "tiff:UniqueCameraModel", 0xC615: "tiff:LocalizedCameraModel", 0xC62F: "tiff:CameraSerialNumber",
        0xC630: "tiff:LensInfo", 0xC65D: "tiff:RawDataUniqueID", 0xC68B: "tiff:OriginalRawFileName",
    ]

    /// The names of the GPS IFD's tags. The index of a name is the number of its tag.
    private static let positionNames = [
        "VersionID", "LatitudeRef", "Latitude", "LongitudeRef", "Longitude", "AltitudeRef", "Altitude", "TimeStamp",
        "Satellites", "Status", "MeasureMode", "DOP", "SpeedRef", "Speed", "TrackRef", "Track", "ImgDirectionRef",
        "ImgDirection", "MapDatum", "DestLatitudeRef", "DestLatitude", "DestLongitudeRef", "DestLongitude",
        "DestBearingRef", "DestBearing", "DestDistanceRef", "DestDistance", "ProcessingMethod", "AreaInformation",
        "DateStamp", "Differential", "HPositioningError",
    ]
}
