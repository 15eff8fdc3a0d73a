import Foundation
import PackagePlugin

/// Compiles a program's UI files and style sheets into a resource bundle, and embeds the bundle in the program.
///
/// The plugin writes the bundle as base64 text into a Swift file, because a Swift target cannot contain C code.
@main
struct CompileResources: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = target.directoryURL.appending(path: "Resources")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        guard let list = files.first(where: { $0.pathExtension == "xml" }) else {
            throw MissingList(folder: folder.path)
        }
        let source = context.pluginWorkDirectoryURL.appending(path: "ResourceBundle.swift")
        let bundle = context.pluginWorkDirectoryURL.appending(path: "bundle.gresource")
        let script = """
            set -eu
            glib-compile-resources --sourcedir "$1" --target "$2" "$3"
            printf '/// The resource bundle of this program, in base64.\\nnonisolated let resourceBundle = "%s"\\n' \
                "$(base64 -w0 "$2")" > "$4"
            """
        return [
            .buildCommand(
                displayName: "Compiling resources", executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", script, "sh", folder.path, bundle.path, list.path, source.path],
                inputFiles: files, outputFiles: [source])
        ]
    }

    struct MissingList: Error {
        let folder: String
    }
}
