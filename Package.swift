// swift-tools-version: 6.2

import PackageDescription

// The import directions are the architecture: the pure modules (SiltText, SiltMatch, SiltFollow,
// SiltCore, SiltScreen) never depend on SiltSystem, and only SiltKit is a library for others.
let package = Package(
  name: "silt",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "silt", targets: ["silt"]),
    .executable(name: "silt-bench", targets: ["silt-bench"]),
    .library(name: "SiltKit", targets: ["SiltKit"]),
  ],
  targets: [
    .target(name: "SiltBytes"),
    .target(name: "SiltText"),
    .target(name: "SiltMatch"),
    .target(name: "SiltFollow"),
    .target(name: "SiltCore", dependencies: ["SiltBytes", "SiltText", "SiltMatch"]),
    .target(name: "SiltScreen", dependencies: ["SiltText"]),
    .target(name: "SiltSystem", dependencies: ["SiltBytes", "SiltFollow"]),
    .target(
      name: "SiltKit",
      dependencies: [
        "SiltBytes", "SiltText", "SiltFollow", "SiltCore", "SiltScreen", "SiltSystem",
      ]
    ),
    .target(
      name: "SiltCommand",
      dependencies: [
        "SiltBytes", "SiltText", "SiltMatch", "SiltFollow", "SiltCore", "SiltScreen", "SiltSystem",
        "SiltKit",
      ]
    ),
    .executableTarget(name: "silt", dependencies: ["SiltCommand"]),
    .executableTarget(
      name: "silt-bench",
      dependencies: ["SiltBytes", "SiltText", "SiltCore", "SiltScreen", "SiltSystem"]
    ),

    .executableTarget(
      name: "BottomTable",
      dependencies: ["SiltKit"],
      path: "Examples/BottomTable"
    ),

    .target(
      name: "SiltTestSupport",
      dependencies: ["SiltText", "SiltScreen", "SiltSystem"],
      path: "Tests/SiltTestSupport"
    ),
    .testTarget(name: "SiltBytesTests", dependencies: ["SiltBytes", "SiltTestSupport"]),
    .testTarget(name: "SiltTextTests", dependencies: ["SiltText", "SiltTestSupport"]),
    .testTarget(name: "SiltMatchTests", dependencies: ["SiltMatch", "SiltTestSupport"]),
    .testTarget(name: "SiltFollowTests", dependencies: ["SiltFollow", "SiltTestSupport"]),
    .testTarget(
      name: "SiltCoreTests",
      dependencies: ["SiltCore", "SiltMatch", "SiltText", "SiltTestSupport"]
    ),
    .testTarget(
      name: "SiltScreenTests",
      dependencies: ["SiltScreen", "SiltText", "SiltTestSupport"]
    ),
    .testTarget(
      name: "SiltSystemTests",
      dependencies: ["SiltSystem", "SiltFollow", "SiltTestSupport", "silt"]
    ),
    .testTarget(
      name: "SiltKitTests",
      dependencies: [
        "SiltKit", "SiltBytes", "SiltCore", "SiltScreen", "SiltSystem", "SiltText",
        "SiltTestSupport",
      ]
    ),
    .testTarget(
      name: "SiltCommandTests",
      dependencies: [
        "SiltCommand", "SiltCore", "SiltKit", "SiltMatch", "SiltTestSupport", "silt",
      ]
    ),
    .testTarget(
      name: "ExampleTests",
      dependencies: ["SiltTestSupport", "BottomTable"]
    ),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["SiltTestSupport", "SiltScreen", "SiltText", "SiltSystem", "silt"],
      exclude: ["Recordings"]
    ),
    .testTarget(name: "BenchTests", dependencies: ["SiltTestSupport", "silt-bench"]),
    .testTarget(name: "ArchitectureTests"),
  ],
  swiftLanguageModes: [.v6]
)

// Keep this after the last target, so that none is forgotten.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
for target in package.targets {
  target.swiftSettings = (target.swiftSettings ?? []) + strict
}
