#!/usr/bin/env bash
# Debian's next release packages Swift 6, and this machine's may be older: its tools then have a root folder of their
# own, entered by chroot, in which the checkout has the same path.
#
#   in-root.sh --is-there                       whether the root is made, and may be entered
#   in-root.sh --make                           makes it: as root, with mmdebstrap
#   in-root.sh CHECKOUT FOLDER PROGRAM ARGS...  runs a program in it
set -euo pipefail
# Outside the checkout: all checkouts share it, and it survives `cargo clean`.
root=/var/cache/billwire/swift-root
packages=swiftlang,libc6-dev,libstdc++-14-dev,libsqlite3-dev,libssl-dev,git,ca-certificates
# Another content makes a new root.
stamp="trixie $packages"
# All mounts are private to the run, so that none is left behind. A process namespace ends together with its first
# process, and so do all that it started.
apart=(unshare --mount --pid --fork --kill-child)

case $1 in
--is-there)
  "${apart[@]}" true
  [[ $(cat "$root/.billwire") == "$stamp" ]]
  ;;
--make)
  "${apart[@]}" true
  # Under another name, until it is complete.
  aside=$root.$$
  mkdir -p "$(dirname "$root")"
  mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1 || true)
  mmdebstrap --variant=essential '--aptopt=APT::Install-Recommends "false"' \
    '--dpkgopt=path-exclude=/usr/share/man/*' '--dpkgopt=path-exclude=/usr/share/doc/*' \
    '--dpkgopt=path-exclude=/usr/share/locale/*' \
    "--include=$packages" trixie "$aside" "deb ${mirror:-http://deb.debian.org/debian} trixie main"
  echo "$stamp" >"$aside/.billwire"
  rm -rf "$root"
  mv --no-target-directory "$aside" "$root"
  ;;
*)
  exec "${apart[@]}" bash -c '
    set -e
    root=$1 checkout=$2 folder=$3
    shift 3
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mkdir -p "$root$checkout"
    mount --bind "$checkout" "$root$checkout"
    export HOME=/root LC_ALL=C.UTF-8
    exec chroot "$root" env --chdir="$folder" "$@"' enter "$root" "$@"
  ;;
esac
