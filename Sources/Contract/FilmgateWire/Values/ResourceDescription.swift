public import FilmgateDBus
public import FilmgateModel

/// A row of `ListResources`: one file of an asset.
public struct ResourceDescription: OptionDictionary, Equatable {
    public let resource: Resource

    public init(_ resource: Resource) { self.resource = resource }

    public static let owner = "ListResources"
    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        let old = value?.resource
        resource = Resource(
            type: try Coder.require(options.raw("type", old?.type), "ListResources: 'type' is missing."),
            mimeType: try options.field("mime-type", old?.mimeType) ?? "",
            filename: try options.field("filename", old?.filename),
            fileSize: try options.field("file-size", old?.fileSize) ?? 0)
        try options.derived("availability", "local")
    }
}
