// swift-tools-version: 6.2
// The client library is where the package filmgate-dev installs it. GdkPixbuf reads and writes the pictures.
import PackageDescription

let package = Package(
    name: "vignette",
    dependencies: [.package(path: "/usr/share/filmgate-dev/swift")],
    targets: [
        .executableTarget(
            name: "vignette", dependencies: ["CGdkPixbuf", .product(name: "Filmgate", package: "swift")],
            // Compiler fault: 1
            // Swift 6.3.1 removes hops to the caller's actor that are needed.
            swiftSettings: [.unsafeFlags(["-Xllvm", "-sil-disable-pass=optimize-hop-to-executor"])]),
        .systemLibrary(
            name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
    ]
)
