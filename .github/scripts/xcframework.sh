#!/usr/bin/env bash
# Builds bindings/swift/BillwireFFI.xcframework, as docs/releasing-swift.md describes. It needs a Mac with Xcode 16.
set -euo pipefail
cd "$(dirname "$0")/../.."

# As in Package.swift.
export IPHONEOS_DEPLOYMENT_TARGET=13.0 MACOSX_DEPLOYMENT_TARGET=10.15
targets=(aarch64-apple-ios aarch64-apple-ios-sim x86_64-apple-ios aarch64-apple-darwin x86_64-apple-darwin)
rustup target add "${targets[@]}"
for target in "${targets[@]}"; do
  cargo rustc --locked -p billwire-ffi --profile ffi --target "$target" --crate-type staticlib
done

library() { echo "target/$1/ffi/libbillwire_ffi.a"; }
mkdir -p target/swift/simulator target/swift/macos target/swift/headers
lipo -create -output target/swift/simulator/libbillwire_ffi.a \
  "$(library aarch64-apple-ios-sim)" "$(library x86_64-apple-ios)"
lipo -create -output target/swift/macos/libbillwire_ffi.a \
  "$(library aarch64-apple-darwin)" "$(library x86_64-apple-darwin)"

cargo xtask swift --sources
cp -R bindings/swift/Sources/BillwireFFI target/swift/headers/
rm -rf bindings/swift/BillwireFFI.xcframework
xcodebuild -create-xcframework -output bindings/swift/BillwireFFI.xcframework \
  -library "$(library aarch64-apple-ios)" -headers target/swift/headers \
  -library target/swift/simulator/libbillwire_ffi.a -headers target/swift/headers \
  -library target/swift/macos/libbillwire_ffi.a -headers target/swift/headers
