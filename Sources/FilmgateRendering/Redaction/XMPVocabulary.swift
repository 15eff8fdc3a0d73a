internal import FilmgateModel

/// What the properties of XMP tell. A property that is not listed is not understood, and goes.
enum XMPVocabulary {
    static func meaning(_ name: String, in schema: String) -> ExifTags.Meaning {
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
        case "http://ns.google.com/photos/1.0/container/": name == "Directory" ? .harmless : .opaque
        case "http://ns.adobe.com/hdr-gain-map/1.0/", "http://ns.apple.com/HDRGainMap/1.0/": .harmless
        // Regions name the persons in them; the others are words of catalogs.
        case "http://www.metadataworkinggroup.com/schemas/regions/", "http://ns.microsoft.com/photo/1.2/",
            "http://ns.adobe.com/lightroom/1.0/", "http://www.digikam.org/ns/1.0/",
            "http://ns.microsoft.com/photo/1.0/",
            "http://ns.acdsee.com/iptc/1.0/":
            .kind(.captions)
        case "http://ns.adobe.com/xap/1.0/mm/", "http://ns.adobe.com/xap/1.0/rights/",
            "http://ns.adobe.com/exif/1.0/aux/",
            "http://ns.useplus.org/ldf/xmp/1.0/":
            .kind(.metadata)
        case "http://www.dji.com/drone-dji/1.0/": .kind(.location)
        default: .opaque
        }
    }

    private static func dublinCore(_ name: String) -> ExifTags.Meaning {
        switch name {
        case "format": .harmless
        case "title", "description", "subject": .kind(.captions)
        case "coverage": .kind(.location)
        case "creator", "rights", "publisher", "contributor", "identifier", "source": .kind(.metadata)
        default: .opaque
        }
    }

    private static func tiff(_ name: String) -> ExifTags.Meaning {
        switch name {
        case "Orientation", "XResolution", "YResolution", "ResolutionUnit", "ImageWidth", "ImageLength",
            "BitsPerSample",
            "Compression", "PhotometricInterpretation", "SamplesPerPixel", "PlanarConfiguration", "YCbCrPositioning",
            "YCbCrSubSampling", "DateTime":
            .harmless
        case "ImageDescription": .kind(.captions)
        case "Make", "Model", "Software", "Artist", "Copyright": .kind(.metadata)
        default: .opaque
        }
    }

    private static func exif(_ name: String) -> ExifTags.Meaning {
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
            "Sharpness", "SubjectDistanceRange":
            return .harmless
        case "UserComment": return .kind(.captions)
        case "ImageUniqueID", "MakerNote": return .kind(.metadata)
        default: return .opaque
        }
    }

    private static func exifExtended(_ name: String) -> ExifTags.Meaning {
        switch name {
        case "PhotographicSensitivity", "SensitivityType", "RecommendedExposureIndex", "ISOSpeed", "Gamma": .harmless
        case "CameraOwnerName", "BodySerialNumber", "LensSpecification", "LensMake", "LensModel", "LensSerialNumber":
            .kind(.metadata)
        default: .opaque
        }
    }

    private static func basic(_ name: String) -> ExifTags.Meaning {
        switch name {
        case "CreateDate", "ModifyDate", "MetadataDate", "Rating": .harmless
        case "Label": .kind(.captions)
        case "CreatorTool": .kind(.metadata)
        default: .opaque
        }
    }

    private static func photoshop(_ name: String) -> ExifTags.Meaning {
        switch name {
        case "DateCreated", "ColorMode": .harmless
        case "City", "State", "Country": .kind(.location)
        case "Headline", "CaptionWriter", "Category", "SupplementalCategories": .kind(.captions)
        case "Credit", "Source", "AuthorsPosition", "Instructions", "TransmissionReference", "History": .kind(.metadata)
        default: .opaque
        }
    }

    private static func iptcCore(_ name: String) -> ExifTags.Meaning {
        switch name {
        case "Location", "CountryCode": .kind(.location)
        case "AltTextAccessibility", "ExtDescrAccessibility", "SubjectCode", "Scene", "IntellectualGenre":
            .kind(.captions)
        case "CreatorContactInfo": .kind(.metadata)
        default: .opaque
        }
    }

    private static func iptcExtension(_ name: String) -> ExifTags.Meaning {
        switch name {
        case "LocationCreated", "LocationShown": .kind(.location)
        case "PersonInImage", "PersonInImageWDetails", "Event", "OrganisationInImageName": .kind(.captions)
        default: .opaque
        }
    }

    private static func panorama(_ name: String) -> ExifTags.Meaning {
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

    private static func camera(_ name: String) -> ExifTags.Meaning {
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
