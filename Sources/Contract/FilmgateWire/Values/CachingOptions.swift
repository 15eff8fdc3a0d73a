public import FilmgateDBus
public import FilmgateModel

/// A method whose options say which images to make ahead.
public protocol CachingMethod: Sendable {
    static var name: String { get }
}

public enum StartCaching: CachingMethod { public static let name = "StartCaching" }
public enum StopCaching: CachingMethod { public static let name = "StopCaching" }

/// The options of `StartCaching` and `StopCaching`: those of `RequestImage` that say what an image is like. What is about the request
/// itself, `handle-token` and `delivery`, is no option here.
public struct CachingOptions<Method: CachingMethod>: OptionDictionary, Hashable {
    public var specification: ImageSpecification

    public init(_ specification: ImageSpecification) { self.specification = specification }

    public static var owner: String { Method.name }

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        specification = try ImageSpecification(value?.specification, &options)
    }
}
