#!/usr/bin/env bash
# Packs target/kotlin/billwire-android-VERSION.aar of the jar and the libraries, as docs/releasing-kotlin.md describes.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$1
place=target/kotlin/aar
rm -rf "$place"
mkdir -p "$place"
cp -r target/kotlin/jni "$place/"
cp bindings/kotlin/src/main/rules/billwire.pro "$place/proguard.txt"
cp "target/maven/billwire/billwire-$version.jar" "$place/classes.jar"
cat > "$place/AndroidManifest.xml" <<'MANIFEST'
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="billwire"><uses-sdk android:minSdkVersion="24"/></manifest>
MANIFEST
cd "$place"
zip -q -d classes.jar 'linux-*' 'darwin-*' 'win32-*'
zip -q -r "../billwire-android-$version.aar" AndroidManifest.xml classes.jar proguard.txt jni
