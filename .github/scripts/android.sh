#!/usr/bin/env bash
# Builds target/kotlin/jni/*/libbillwire_ffi.so, as docs/releasing-kotlin.md describes. It needs Android's NDK r28.
set -euo pipefail
cd "$(dirname "$0")/../.."

export ANDROID_NDK_HOME=${ANDROID_NDK_HOME:-${ANDROID_NDK_LATEST_HOME:?}}
rustup target add aarch64-linux-android armv7-linux-androideabi x86_64-linux-android
cargo install --locked cargo-ndk
cargo ndk -t arm64-v8a -t armeabi-v7a -t x86_64 -o target/kotlin/jni build --locked -p billwire-ffi --profile ffi

# Devices with pages of 16 KB refuse a library with a smaller alignment.
readelf=$(find "$ANDROID_NDK_HOME/toolchains/llvm/prebuilt" -name llvm-readelf | head -n 1)
for library in target/kotlin/jni/*/libbillwire_ffi.so; do
  "$readelf" -lW "$library" | awk -v library="$library" \
    '$1 == "LOAD" { loads++; if ($NF != "0x4000") wrong++ } END { if (!loads || wrong) { print library ": not aligned to 16 KB"; exit 1 } }'
done
