/// Classifies the properties of XMP. The tags of Exif and IPTC have names in XMP, too. The classification decides which
/// metadata stays in a redacted file, and which metadata a client may read. A property that is not listed counts as
/// opaque.
public enum XMPVocabulary {
    /// Classifies a property or a field, such as `exif:FNumber` or `xmpMM:History[2]/stEvt:when`. Returns nil for a
    /// text that is not an `XMPName`.
    public static func meaning(of name: String) -> MetadataClassification? { XMPName(name).map { meaning(of: $0) } }

    /// Classifies a property, or a field of a property.
    ///
    /// A field has the kind of its structure, but is opaque if its own kind differs, such as a location in a history,
    /// or if neither it nor its schema is known. A field of a harmless structure keeps its own classification.
    public static func meaning(of name: XMPName) -> MetadataClassification {
        let own = name.steps.map { meaning($0.name, in: $0.schema) }
        return zip(name.steps, own).dropFirst().reduce(own[0]) { structure, field in
            switch (structure, field.1) {
            case (.harmless, let meaning): meaning
            case (.kind, .harmless): structure
            case (.kind, .kind): structure == field.1 ? structure : .opaque
            case (.kind, .opaque): structures.contains(field.0.schema) ? structure : .opaque
            case (.opaque, _): .opaque
            }
        }
    }

    /// The schemas whose unlisted fields have the kind of their structure.
    private static let structures = Set(
        XMPStructure.allCases.map(\.uri) + [XMPSchema.iptcCore, .iptcExtension].map(\.uri))

    /// Classifies a property of a schema.
    ///
    /// - Parameters:
    ///   - name: the name without a prefix.
    ///   - schema: the schema's URI.
    public static func meaning(_ name: String, in schema: String) -> MetadataClassification {
        switch schema {
        case "http://purl.org/dc/elements/1.1/": dublinCore(name)
        case "http://ns.adobe.com/tiff/1.0/": tiff(name)
        case "http://ns.adobe.com/exif/1.0/": exif(name)
        case "http://cipa.jp/exif/1.0/": exifExtended(name)
        case "http://ns.adobe.com/xap/1.0/": basic(name)
        case "http://ns.adobe.com/photoshop/1.0/": photoshop(name)
        case "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": iptcCore(name)
        case "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": iptcExtension(name)
        case "http://ns.google.com/photos/1.0/panorama/": panorama(name)
        case "http://ns.google.com/photos/1.0/camera/": camera(name)
        case "http://ns.google.com/photos/1.0/container/": ["Directory", "Item"].contains(name) ? .harmless : .opaque
        case "http://ns.google.com/photos/1.0/container/item/":
            ["Mime", "Semantic", "Length", "Padding"].contains(name) ? .harmless : .opaque
        case "http://ns.adobe.com/hdr-gain-map/1.0/": gainMap.contains(name) ? .harmless : .opaque
        case "http://ns.apple.com/HDRGainMap/1.0/":
            ["HDRGainMapVersion", "HDRGainMapHeadroom"].contains(name) ? .harmless : .opaque
        // The first two schemas describe regions with names of persons. The others contain keywords of photo managers.
        case "http://www.metadataworkinggroup.com/schemas/regions/", "http://ns.microsoft.com/photo/1.2/",
            "http://ns.adobe.com/lightroom/1.0/", "http://www.digikam.org/ns/1.0/",
            "http://ns.acdsee.com/iptc/1.0/":
            .kind(.captions)
        case "http://ns.microsoft.com/photo/1.0/", "http://ns.microsoft.com/photo/1.0":
            name == "Rating" ? .harmless : .kind(.captions)
        case "http://ns.adobe.com/xap/1.0/mm/", "http://ns.adobe.com/xap/1.0/rights/",
            "http://ns.adobe.com/exif/1.0/aux/",
            "http://ns.useplus.org/ldf/xmp/1.0/":
            .kind(.metadata)
        case "http://www.dji.com/drone-dji/1.0/": .kind(.location)
        default: .opaque
        }
    }

    /// The schemas whose properties clients never get, although some of the properties may stay in a redacted file.
    public static let unlistedSchemas = [
        (uri: "http://ns.google.com/photos/1.0/container/", prefix: "Container"),
        (uri: "http://ns.google.com/photos/1.0/container/item/", prefix: "Item"),
        (uri: "http://ns.adobe.com/hdr-gain-map/1.0/", prefix: "hdrgm"),
        (uri: "http://ns.apple.com/HDRGainMap/1.0/", prefix: "HDRGainMap"),
        (uri: "http://ns.acdsee.com/iptc/1.0/", prefix: "acdsee"),
        (uri: "http://www.dji.com/drone-dji/1.0/", prefix: "drone-dji"),
    ]

    private static let gainMap: Set<String> = [
        "Version", "GainMapMin", "GainMapMax", "Gamma", "OffsetSDR", "OffsetHDR", "HDRCapacityMin", "HDRCapacityMax",
        "BaseRenditionIsHDR",
    ]

    private static func dublinCore(_ name: String) -> MetadataClassification {
        switch name {
        case "format": .harmless
        case "title", "description", "subject": .kind(.captions)
        case "coverage": .kind(.location)
        case "creator", "rights", "publisher", "contributor", "identifier", "source": .kind(.metadata)
        default: .opaque
        }
    }

    private static func tiff(_ name: String) -> MetadataClassification {
        switch name {
        case "Orientation", "XResolution", "YResolution", "ResolutionUnit", "ImageWidth", "ImageLength",
            "BitsPerSample",
            "Compression", "PhotometricInterpretation", "SamplesPerPixel", "PlanarConfiguration", "YCbCrPositioning",
            "YCbCrSubSampling", "DateTime", "WhitePoint", "PrimaryChromaticities", "YCbCrCoefficients",
            "ReferenceBlackWhite":
            .harmless
        case "ImageDescription", "DocumentName", "PageName", "XPTitle", "XPComment", "XPKeywords", "XPSubject":
            .kind(.captions)
        case "Make", "Model", "Software", "Artist", "Copyright", "HostComputer", "XPAuthor", "UniqueCameraModel",
            "LocalizedCameraModel", "CameraSerialNumber", "LensInfo", "RawDataUniqueID", "OriginalRawFileName":
            .kind(.metadata)
        case "ModelPixelScale", "ModelTiepoint", "ModelTransformation", "GeoKeyDirectory", "GeoDoubleParams",
            "GeoAsciiParams":
            .kind(.location)
        default: .opaque
        }
    }

    private static func exif(_ name: String) -> MetadataClassification {
        if name.hasPrefix("GPS") { return .kind(.location) }
        switch name {
        case "ExposureTime", "FNumber", "ExposureProgram", "ISOSpeedRatings", "ExifVersion", "DateTimeOriginal",
            "DateTimeDigitized", "ComponentsConfiguration", "CompressedBitsPerPixel", "ShutterSpeedValue",
            "ApertureValue",
            "BrightnessValue", "ExposureBiasValue", "MaxApertureValue", "SubjectDistance", "MeteringMode",
            "LightSource",
            "Flash", "FocalLength", "SubjectArea", "FlashpixVersion", "ColorSpace", "PixelXDimension",
            "PixelYDimension",
            "FlashEnergy", "FocalPlaneXResolution", "FocalPlaneYResolution", "FocalPlaneResolutionUnit",
            "SubjectLocation",
            "ExposureIndex", "SensingMethod", "FileSource", "SceneType", "CustomRendered", "ExposureMode",
            "WhiteBalance",
            "DigitalZoomRatio", "FocalLengthIn35mmFilm", "SceneCaptureType", "GainControl", "Contrast", "Saturation",
            "Sharpness", "SubjectDistanceRange", "OffsetTime", "OffsetTimeOriginal", "OffsetTimeDigitized",
            "SubSecTime",
            "SubSecTimeOriginal", "SubSecTimeDigitized",
            // The fields of the structure `Flash`.
            "Fired", "Return", "Mode", "Function", "RedEyeMode":
            return .harmless
        case "UserComment": return .kind(.captions)
        case "ImageUniqueID", "MakerNote", "DeviceSettingDescription": return .kind(.metadata)
        default: return .opaque
        }
    }

    private static func exifExtended(_ name: String) -> MetadataClassification {
        switch name {
        case "PhotographicSensitivity", "SensitivityType", "StandardOutputSensitivity", "RecommendedExposureIndex",
            "ISOSpeed", "ISOSpeedLatitudeyyy", "ISOSpeedLatitudezzz", "Gamma", "CompositeImage", "CompositeImageCount":
            .harmless
        case "ImageTitle": .kind(.captions)
        case "CameraOwnerName", "BodySerialNumber", "LensSpecification", "LensMake", "LensModel", "LensSerialNumber",
            "Photographer", "ImageEditor", "CameraFirmware", "RAWDevelopingSoftware", "ImageEditingSoftware",
            "MetadataEditingSoftware":
            .kind(.metadata)
        default: .opaque
        }
    }

    private static func basic(_ name: String) -> MetadataClassification {
        switch name {
        case "CreateDate", "ModifyDate", "MetadataDate", "Rating": .harmless
        case "Label": .kind(.captions)
        case "CreatorTool": .kind(.metadata)
        default: .opaque
        }
    }

    private static func photoshop(_ name: String) -> MetadataClassification {
        switch name {
        case "DateCreated", "ColorMode", "Urgency": .harmless
        case "City", "State", "Country": .kind(.location)
        case "Headline", "CaptionWriter", "Category", "SupplementalCategories": .kind(.captions)
        case "Credit", "Source", "AuthorsPosition", "Instructions", "TransmissionReference", "History": .kind(.metadata)
        default: .opaque
        }
    }

    private static func iptcCore(_ name: String) -> MetadataClassification {
        switch name {
        case "Location", "CountryCode": .kind(.location)
        case "AltTextAccessibility", "ExtDescrAccessibility", "SubjectCode", "Scene", "IntellectualGenre":
            .kind(.captions)
        case "CreatorContactInfo": .kind(.metadata)
        default: .opaque
        }
    }

    private static func iptcExtension(_ name: String) -> MetadataClassification {
        switch name {
        case "LocationCreated", "LocationShown": .kind(.location)
        case "PersonInImage", "PersonInImageWDetails", "Event", "OrganisationInImageName": .kind(.captions)
        default: .opaque
        }
    }

    private static func panorama(_ name: String) -> MetadataClassification {
        switch name {
        case "ProjectionType", "UsePanoramaViewer", "PosePitchDegrees", "PoseRollDegrees", "InitialViewHeadingDegrees",
            "InitialViewPitchDegrees", "InitialViewRollDegrees", "InitialHorizontalFOVDegrees", "CroppedAreaLeftPixels",
            "CroppedAreaTopPixels", "CroppedAreaImageWidthPixels", "CroppedAreaImageHeightPixels",
            "FullPanoWidthPixels",
            "FullPanoHeightPixels", "LargestValidInteriorRectLeft", "LargestValidInteriorRectTop",
            "LargestValidInteriorRectWidth", "LargestValidInteriorRectHeight":
            .harmless
        case "PoseHeadingDegrees": .kind(.location)
        case "StitchingSoftware", "CaptureSoftware": .kind(.metadata)
        default: .opaque
        }
    }

    private static func camera(_ name: String) -> MetadataClassification {
        switch name {
        case "MotionPhoto", "MotionPhotoVersion", "MotionPhotoPresentationTimestampUs", "MicroVideo",
            "MicroVideoVersion",
            "MicroVideoOffset", "MicroVideoPresentationTimestampUs":
            .harmless
        case "BurstID": .kind(.metadata)
        default: .opaque
        }
    }
}
