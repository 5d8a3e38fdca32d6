#!/bin/sh
# Signs the files of a staged repository by gpg, packs them into one bundle, and uploads it to Maven Central. It is
# published there only when a person does it: https://central.sonatype.org/publish/publish-portal-api
#
# usage: central.sh target/package/repository NAME
# environment: CENTRAL_USERNAME and CENTRAL_PASSWORD, a publishing token; MAVEN_GPG_PASSPHRASE, of gpg's default key
set -eu
upload=${CENTRAL:-https://central.sonatype.com}/api/v1/publisher/upload
cd "$1"
find io -name '*.asc' -delete
# Central lists the versions itself.
find io -name 'maven-metadata*' -delete
find io -type f ! -name '*.md5' ! -name '*.sha1' > ../signed.txt
while read -r file; do
  printf %s "$MAVEN_GPG_PASSPHRASE" |
    gpg --batch --pinentry-mode loopback --passphrase-fd 0 --armor --detach-sign "$file"
done < ../signed.txt
rm -f ../central.zip
zip --quiet --no-dir-entries --recurse-paths ../central.zip io
# The token is no argument, which other programs could read.
token=$(printf %s:%s "$CENTRAL_USERNAME" "$CENTRAL_PASSWORD" | base64 | tr -d '\n')
printf 'header = "Authorization: Bearer %s"\n' "$token" |
  curl --config - --fail-with-body --silent --show-error --form bundle=@../central.zip \
    "$upload?name=$2&publishingType=USER_MANAGED"
