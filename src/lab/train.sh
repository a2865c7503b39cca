#!/usr/bin/env bash
# train.sh JAVA JVM-OPTIONS-FILE JAR HOST CACHE: the JVM's cache of loaded classes (JEP 514) by one `check` of a host
# of src/test/resources/hosts. Emulated, a start takes half as long with it.
set -euo pipefail
java=$1 options=$2 jar=$3 host=$4 cache=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
while IFS= read -r line; do
  case $line in
    [a-z]*/*" -> "*)
      mkdir -p "$root/$(dirname "${line%% -> *}")"
      ln -s "${line#* -> }" "$root/${line%% -> *}"
      ;;
    [a-z]*/*" = "*)
      mkdir -p "$root/$(dirname "${line%% = *}")"
      printf '%b\n' "${line#* = }" >"$root/${line%% = *}"
      ;;
    [a-z]*/) mkdir -p "$root/$line" ;;
  esac
done <"$host"
printf 'host: { name: lab, root: "%s" }\n' "$root" >"$work/losslessd.yaml"
LOSSLESSD_SOCKET=$work/none.sock "$java" "@$options" -XX:AOTCacheOutput="$cache" -jar "$jar" check \
  --config "$work/losslessd.yaml" >/dev/null 2>&1 || [ -f "$cache" ]
