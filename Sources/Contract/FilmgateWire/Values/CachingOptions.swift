public import FilmgateDBus
public import FilmgateModel

/// A method whose options describe images to make in advance.
public protocol CachingMethod: Sendable {
    static var name: String { get }
}

public enum StartCaching: CachingMethod { public static let name = "StartCaching" }
public enum StopCaching: CachingMethod { public static let name = "StopCaching" }

/// The options of `StartCaching` and `StopCaching`: the options of `RequestImage` that describe an image. The options
/// for the request itself, `handle-token` and `delivery`, are not allowed.
public struct CachingOptions<Method: CachingMethod>: OptionDictionary, Hashable {
    public var specification: ImageSpecification

    public init(_ specification: ImageSpecification) { self.specification = specification }

    public static var owner: String { Method.name }

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        specification = try ImageSpecification(value?.specification, &options)
    }
}
