import FilmgateDBus
import FilmgateWire
import Foundation
import FoundationXML
import Testing

/// The XML under `dbus/` and the rows in the code state the same.
@Suite("The contract")
struct IntrospectionTests {
    static let interfaces: [any ContractInterface.Type] = [
        AuthorizationInterface.self, LibraryInterface.self, FetchResultInterface.self, ResourcesInterface.self,
        ImagesInterface.self, PickerInterface.self, EditingInterface.self, EditSessionInterface.self,
        EditorInterface.self,
        AdminInterface.self, MaintenanceInterface.self, BackupInterface.self,
        RequestInterface.self,
        AgentManagerInterface.self, AgentInterface.self, ObservationInterface.self, DelegationInterface.self,
    ]

    /// Used between the broker and `filmgate-identify`; clients do not share it.
    private static let others: Set = ["org.filmgate.Identify1.xml"]

    @Test("every file has an interface in the code, and every interface its file")
    func files() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
            $0.hasSuffix(".xml")
        }
        #expect(Set(names) == Set(Self.interfaces.map { "\($0.name).xml" }).union(Self.others))
    }

    @Test("members are the same in both, with their signatures", arguments: interfaces.indices)
    func members(_ index: Int) throws {
        let interface = Self.interfaces[index]
        let element = try Self.element(of: interface)
        #expect(element.attribute("name") == interface.name.rawValue)
        let stated = try element.children("method", "signal", "property").map(Member.init(element:))
        #expect(Set(stated) == Set(interface.members))
        #expect(stated.count == interface.members.count)
    }

    @Test("every member and each of its arguments is documented", arguments: interfaces.indices)
    func documentation(_ index: Int) throws {
        let interface = try Self.element(of: Self.interfaces[index])
        for member in interface.children("method", "signal", "property") {
            let name = member.attribute("name")
            let comment = try #require(member.commentBefore, "\(name) has no comment")
            #expect(comment.hasPrefix("\(name):"), "\(name)")
            for argument in member.children("arg") {
                #expect(comment.contains("@\(argument.attribute("name")):"), "\(name), \(argument.attribute("name"))")
            }
        }
    }

    @Test("the broker serves the file's whole interface", arguments: interfaces.indices)
    func served(_ index: Int) throws {
        let interface = Self.interfaces[index]
        let text = try String(contentsOf: Self.folder.appending(path: "\(interface.name).xml"), encoding: .utf8)
        #expect(!interface.introspection.isEmpty)
        #expect(text.contains(interface.introspection))
        let document = try XMLDocument(xmlString: "<node>\(interface.introspection)</node>")
        #expect(document.rootElement()?.children("interface").count == 1)
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "dbus")

    private static func element(of interface: any ContractInterface.Type) throws -> XMLElement {
        let document = try XMLDocument(contentsOf: folder.appending(path: "\(interface.name).xml"))
        return try #require(document.rootElement()?.children("interface").first)
    }
}

extension XMLElement {
    fileprivate func attribute(_ name: String) -> String { attribute(forName: name)?.stringValue ?? "" }

    fileprivate func children(_ names: String...) -> [XMLElement] {
        (children ?? []).compactMap { $0 as? XMLElement }.filter { names.contains($0.name ?? "") }
    }

    /// Returns the comment right before the element.
    fileprivate var commentBefore: String? {
        var node = previousSibling
        while let current = node {
            if current.kind == .comment { return current.stringValue?.trimmingCharacters(in: .whitespacesAndNewlines) }
            if current is XMLElement { return nil }
            node = current.previousSibling
        }
        return nil
    }
}

extension Member {
    fileprivate init(element: XMLElement) throws {
        let name = element.attribute("name")
        let arguments = element.children("arg")
        func signature(_ direction: String) -> String {
            arguments.filter { $0.attribute("direction") == direction }.map { $0.attribute("type") }.joined()
        }
        switch element.name {
        case "method": self = .method(name, takes: signature("in"), gives: signature("out"))
        case "signal": self = .signal(name, carries: signature(""))
        default:
            #expect(element.attribute("access") == "read")
            self = .property(name, type: element.attribute("type"))
        }
    }
}
