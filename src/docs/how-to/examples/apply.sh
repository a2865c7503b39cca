#!/bin/sh
# The same as a file, with the command line: 10 says that something was changed, 0 that it held.
set -eu
file=$(mktemp)
trap 'rm -f "$file"' EXIT
cat > "$file" <<'END'
gpu01:ens1f0np0:
  pfc: { lossless: [3] }
  dcqcn: { minTimeBetweenCnpsMicros: 16 }
END
code=0
losslessd apply -f "$file" --yes --confirm --reason example --changed-exit || code=$?
case $code in
  0) echo "nothing to do" ;;
  10) echo "changed, and confirmed" ;;
  *) exit "$code" ;;
esac
