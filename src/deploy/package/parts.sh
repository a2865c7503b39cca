# shellcheck shell=bash
# Sourced by bin/package-test: its parts. $work is a folder of this run.

# packed KIND: the file of one kind in target/packages, built where it is older than what it is made of
packed() {
  local file
  file=$(package_file "$1")
  if [ -z "$file" ] || [ -n "$(find pom.xml src/main src/fabric src/docs src/deploy/package systemd config \
    dashboards bin/package bin/aot-cache bin/jvm.options README.md SECURITY.md CHANGELOG.md \
    -path src/deploy/package/container -prune -o -newer "$file" -type f -print -quit)" ]; then
    bin/package "$1" >&2
    file=$(package_file "$1")
  fi
  echo "$file"
}

# package_file KIND: the newest of it
package_file() {
  case $1 in
    deb) find target/packages -name 'losslessd_*.deb' -printf '%T@ %p\n' ;;
    all) find target/packages -name 'losslessd-java25_*.deb' -printf '%T@ %p\n' ;;
    rpm) find target/packages -name 'losslessd-*.rpm' -printf '%T@ %p\n' ;;
  esac 2>/dev/null | sort -n | tail -n 1 | cut -d ' ' -f 2
}

# package_of COMMIT: the deb of a commit, with a version that comes before this one; built once, and kept
# in ${XDG_CACHE_HOME:-~/.cache}/losslessd/packages
package_of() {
  local commit short cache source
  commit=$(git rev-parse -q --verify "$1^{commit}" 2>/dev/null) || return 1
  short=${commit:0:8}
  cache=${XDG_CACHE_HOME:-$HOME/.cache}/losslessd/packages
  if [ ! -f "$cache/$commit.deb" ]; then
    echo "package-test: building the package of $short (some minutes, once)" >&2
    source=$(mktemp -d "$work/source.XXXXXX")
    mkdir -p "$cache"
    git archive "$commit" | tar -C "$source" -x
    (cd "$source" && SOURCE_DATE_EPOCH=$(git -C "$OLDPWD" log -1 --format=%ct "$commit") \
      bin/package --version "$version~$short" --output "$source/out" deb >&2) || return 1
    mv "$source"/out/*.deb "$cache/$commit.deb"
    rm -rf "$source"
  fi
  cp "$cache/$commit.deb" "$2"
}

# before DEB WANTED FILE: puts the older package into FILE.deb, and what it is into FILE.what. WANTED is a
# deb, a commit, or empty for the commit before.
before() {
  local version wanted=$2 file=$3
  version=$(dpkg-deb -f "$1" Version)
  if [ -f "$wanted" ]; then
    cp "$wanted" "$file.deb"
    echo "$(dpkg-deb -f "$wanted" Version), as given" >"$file.what"
  elif package_of "${wanted:-HEAD^}" "$file.deb"; then
    echo "$(dpkg-deb -f "$file.deb" Version), of commit $(git log -1 --format=%h "${wanted:-HEAD^}")" >"$file.what"
  elif [ -n "$wanted" ]; then
    die "package-test: no package of '$wanted', expected a deb or a commit that builds one"
  else
    dpkg-deb -R "$1" "$work/older"
    sed -i 's/^Version: .*/&~same/' "$work/older/DEBIAN/control"
    dpkg-deb --root-owner-group -Znone -b "$work/older" "$file.deb" >/dev/null
    rm -rf "$work/older"
    echo "this same tree's with a lower version: no commit before, or it builds none" >"$file.what"
  fi
}

# share SCRIPT: what a container needs: its script, and the simulated fabric with a Java for it
share() {
  rm -rf "$work/share"
  mkdir -p "$work/share/fabric"
  cp src/deploy/package/container/{common.sh,complete.bash,complete.zsh,"$1"} "$work/share/"
  "$(dirname "$JAVA")/jlink" --add-modules "$(modules_of_package)" --output "$work/share/jre"
  cp target/losslessd.jar target/losslessd-fabric.jar "$work/share/fabric/"
  cp -r target/lib target/lib-fabric "$work/share/fabric/"
  sed -n 's/.*new Account("admin", "\([^"]*\)".*/\1/p' \
    src/fabric/java/dev/losslessd/fabric/switchbase/Account.java | tr -d '\n' >"$work/share/password"
  : >"$work/share/table"
}

modules_of_package() { bash -c "$(grep -E '^modules' bin/package); echo \$modules"; }

# tools SUITE: a tree with what packages are looked at with
tools() { src/deploy/package/root-tree "$1" rpm man-db zsh fish bash-completion; }

# boot TREE UNIT-SCRIPT: runs /host/SCRIPT in a booted copy of the tree, until it powers off
boot() {
  mkdir -p "$work/units"
  cat >"$work/units/package-test.service" <<UNIT
[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/host/$2
ExecStopPost=/bin/systemctl --no-block poweroff
StandardOutput=null
TimeoutStartSec=30min
UNIT
  # a snapshot in memory over the tree, which stays as it is; nothing of it is on this host's network
  SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 systemd-nspawn -q -D "$1" --volatile=overlay --boot --register=no \
    --keep-unit --private-network --bind="$work/share:/host" \
    --bind-ro="$work/units/package-test.service:/etc/systemd/system/package-test.service" \
    systemd.wants=package-test.service </dev/null >"$work/console" 2>&1 &
  container=$!
  wait "$container" || true
  container=
}

life() {
  need_java
  need systemd-nspawn systemd-container
  need debootstrap debootstrap
  local tree deb
  tree=$(tools "$suite")
  deb=${given:-$(packed deb)}
  share steps
  cp "$deb" "$work/share/new.deb"
  dpkg-deb -f "$deb" Version >"$work/share/new.version"
  before "$deb" "$previous" "$work/share/old"
  if [ -n "$downgrade" ]; then before "$deb" "$downgrade" "$work/share/unable"; fi
  boot "$tree" steps
  report
}

# java25: the package without Java, on the Java 25 of Debian 13; Debian 12 has none
java25() {
  need_java
  need systemd-nspawn systemd-container
  need debootstrap debootstrap
  local tree deb own
  suite=trixie
  tree=$(src/deploy/package/root-tree trixie openjdk-25-jre-headless)
  own=$(packed deb)
  deb=${given:-$(packed all)}
  share java25
  cp "$deb" "$work/share/all.deb"
  cp "$own" "$work/share/new.deb"
  boot "$tree" java25
  report
}

# arm64: the package without Java on a Java 25 for arm64, each instruction of which qemu carries out:
# discovery, a change through the netlink codecs, the page, and tests of codecs. Slow: some minutes.
arm64() {
  need qemu-aarch64 qemu-user
  need debootstrap debootstrap
  need_java
  need_maven
  local java deb all host=$work/fabric/gpu01 home tests
  suite=arm64
  deb=${given:-$(packed all)}
  java=$(src/deploy/package/arm64-java)
  mkdir -p "$work/share" "$work/all"
  : >"$work/share/table"
  dpkg-deb -x "$deb" "$work/all"
  home=$work/all/usr/lib/losslessd
  all=("@$home/jvm.options" "-Dlosslessd.home=$home" -jar "$home/losslessd.jar")
  "$JAVA" -Xmx128m -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \
    -cp "target/losslessd.jar:target/losslessd-fabric.jar:target/lib-fabric/*" \
    dev.losslessd.demo.Main fabric --dir "$work/fabric" >"$work/share/fabric.log" 2>&1 &
  container=$!
  for _ in $(seq 600); do if [ -S "$host/rdma.sock" ]; then break; fi; sleep 0.1; done
  cat >"$work/config.yaml" <<CONFIG
mode: enforce
host: { name: gpu01, root: "$host/root", kernel: "unix:$host" }
state: $work/state
http: { listen: "127.0.0.1:0", socket: $work/socket }
CONFIG
  told "the Java" 'aarch64' "$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/ *os.arch = //p')"
  told "it starts" 'losslessd *' "$("$java" "${all[@]}" version)"
  "$JAVA" "${all[@]}" discover --config "$work/config.yaml" >"$work/share/discover.amd64"
  "$java" "${all[@]}" discover --config "$work/config.yaml" >"$work/share/discover.arm64"
  told "discover sees what this machine's Java sees" "" "$(diff "$work"/share/discover.*)"
  told "and that are two NICs" 2 "$(grep -c mlx5_ "$work/share/discover.arm64")"
  series "$JAVA" amd64
  series "$java" arm64 '{"lossless":[3]}'
  told "the page has this machine's series, but what it measures of itself" "" \
    "$(diff "$work"/share/series.*)"
  told "as many as" '[1-9]*' "$(wc -l <"$work/share/series.arm64")"
  told "a change by REST, read back and confirmed" '*"lossless":?3?*' "$(cat "$work/share/pfc.arm64")"
  kill "$container" && wait "$container" || true
  container=
  tests=VectorsTest,RdmaVectorsTest,DcbRequestsTest,DcbRepliesTest,LldpParserTest,SettingCodecTest
  told "tests of codecs: $tests" 0 \
    "$(mvn -B verify -Djvm="$java" -Djacoco.skip=true -Dcyclonedx.skip=true -Dtest="$tests" >"$work/share/tests.log" 2>&1; echo $?)"
  touch "$work/share/done"
  report
}

# series JAVA NAME [PFC]: a daemon's series that tell of devices, and with PFC what it came to
series() {
  local daemon url='' id
  rm -rf "$work/state"
  "$1" "${all[@]}" run --config "$work/config.yaml" >"$work/share/daemon.$2" 2>&1 &
  daemon=$!
  for _ in $(seq 3000); do # a start by qemu on a busy machine
    url=$(sed -n 's|.*\(http://127\.0\.0\.1:[0-9]*\).*|\1|p' "$work/share/daemon.$2" | head -n 1)
    if [ -n "$url" ] || ! kill -0 "$daemon" 2>/dev/null; then break; fi
    sleep 0.1
  done
  [ -n "$url" ] || die "package-test: the daemon on $2 did not start; see $(tail -n 3 "$work/share/daemon.$2")"
  for _ in $(seq 300); do
    if curl -s "$url/metrics" | grep -q '^roce_cnp_sent_total.*ens2f0np0'; then break; fi
    sleep 0.2
  done
  # a reader that is slow there is one by qemu
  curl -s "$url/metrics" | sed -n '/rule="slow-reader"/d; s/^\(roce_[^ ]*\) .*/\1/p' | LC_ALL=C sort \
    >"$work/share/series.$2"
  if [ -n "${3:-}" ]; then
    ask() { curl -s --unix-socket "$work/socket" -X "$1" -H 'If-Match: *' -H 'Content-Type: application/json' ${3:+-d "$3"} "http://localhost/api/v1/$2"; }
    ask PUT ports/gpu01/ens1f0np0/pfc "$3" >"$work/share/put.$2" || true
    id=$(grep -o '"id":"c[^"]*' "$work/share/put.$2" | cut -d'"' -f4 || true)
    for _ in $(seq 300); do
      if ask GET "commits/$id" | grep -q awaiting-confirm; then break; fi
      sleep 0.2
    done
    ask POST "commits/$id:confirm" >/dev/null
    ask GET ports/gpu01/ens1f0np0/pfc >"$work/share/pfc.$2"
  fi
  kill "$daemon"
  wait "$daemon" || true
}

# report: the table, and exit 1 if a step of it fails
report() {
  mkdir -p target/package-test
  cp "$work/console" "$work"/share/{log,*.log,table,figures} target/package-test/ 2>/dev/null || true
  echo "| step ($suite) | seen | |"
  echo "|---|---|---|"
  cat "$work/share/table"
  cat "$work/share/figures" 2>/dev/null || true
  [ -f "$work/share/done" ] || die "package-test: it did not come to its end; see target/package-test"
  if [ -f "$work/share/failed" ]; then
    cat "$work/share/failed" >&2
    die "package-test: $(grep -c '| FAIL' "$work/share/table") steps fail; see target/package-test"
  fi
  echo "package-test: $(grep -c '| ok |$' "$work/share/table") steps, all hold"
}

# README's section, in both releases
readme() {
  need_java
  need systemd-nspawn systemd-container
  need debootstrap debootstrap
  local deb version tree
  deb=${given:-$(packed deb)}
  version=$(dpkg-deb -f "$deb" Version)
  for suite in bookworm trixie; do
    tree=$(src/deploy/package/root-tree "$suite")
    share readme
    cp "$deb" "$work/share/losslessd_${version}_amd64.deb"
    sed -n '/^## Install/,/^## /p' README.md | sed -n '/^```sh/,/^```$/p' | grep -v '^```' \
      >"$work/share/commands"
    boot "$tree" readme
    report
  done
}

# contents and scripts of the rpm: by rpm and rpmlint, in a Debian tree as an image is made, and in a
# booted Debian; no RHEL is here
rpm() {
  need_java
  need rpmbuild rpm
  want rpmlint rpmlint
  need systemd-nspawn systemd-container
  need debootstrap debootstrap
  local file tree root=$work/rpmroot next
  suite=bookworm
  tree=$(tools "$suite")
  file=${given:-$(packed rpm)}
  share rpm
  cp "$file" "$work/share/new.rpm"
  next=$(next_rpm "$file")
  cp "$next" "$work/share/next.rpm"
  told "its files are all root's, none writable by others" 0 \
    "$(command rpm -qp --qf '[%{FILEMODES:perms} %{FILEUSERNAME}:%{FILEGROUPNAME} %{FILENAMES}\n]' "$file" |
      grep -v '^l' | grep -vc '^.\{5\}-..-. root:root')"
  told "the config is a config file that stays" '/etc/losslessd/losslessd.yaml' "$(command rpm -qpc "$file")"
  told "scripts" '*postinstall*preuninstall*postuninstall*' "$(command rpm -qp --scripts "$file" | grep 'scriptlet' | xargs)"
  told "scripts are good shell" "" "$(command rpm -qp --qf '%{POSTIN}\n%{PREUN}\n%{POSTUN}\n' "$file" | sh -n 2>&1)"
  if command -v rpmlint >/dev/null; then
    rpmlint "$file" >"$work/share/rpmlint.log" 2>&1 || true
    # Java's own libraries make it look like a package of libraries; signature and tags are a distribution's
    told "rpmlint's errors" "" "$(grep ' E: ' "$work/share/rpmlint.log" | grep -vE ' (invalid-soname|shared-library-not-executable|non-versioned-file-in-library-package|no-signature|no-group-tag|no-packager-tag|no-changelogname-tag|files-duplicated-waste) ?' | head -n 3)"
    told "rpmlint looked at it" '*1 packages*' "$(grep 'packages and' "$work/share/rpmlint.log")"
  fi
  # as the tree of an image: scripts run in it, and no systemd
  mkdir -p "$root" "$work/rpmupper" "$work/rpmwork"
  mount -t overlay overlay -o "lowerdir=$tree,upperdir=$work/rpmupper,workdir=$work/rpmwork" "$root"
  told "image: rpm --root -i, with its scripts" 0 "$(in_root -i --nodeps "$file")"
  told "image: what it installed is as it was packed" "" "$(command rpm --root "$root" --dbpath /var/lib/rpm -V --nodeps losslessd 2>&1)"
  told "image: the group" 'losslessd:*' "$(grep losslessd "$root/etc/group")"
  told "image: the state folder" "root:losslessd 700" "$(chroot "$root" stat -c '%U:%G %a' /var/lib/losslessd)"
  told "image: the units start with its first boot" "enabled enabled" \
    "$(chroot "$root" systemctl is-enabled losslessd.service losslessd-recover.timer | xargs)"
  mount --bind /proc "$root/proc"
  told "image: it runs there" '*losslessd*' "$(chroot "$root" losslessd version)"
  umount "$root/proc"
  told "image: rpm --root -U keeps them enabled" "0 enabled" \
    "$(in_root -U --nodeps "$next") $(chroot "$root" systemctl is-enabled losslessd.service)"
  told "image: rpm --root -e" 0 "$(in_root -e losslessd)"
  told "image: nothing of it is left, the state aside" "" \
    "$(find "$work/rpmupper" -name '*losslessd*' -not -path '*/var/lib/losslessd' -not -type c | head -n 3 | xargs)"
  umount "$root"
  boot "$tree" rpm
  report
}

# in_root OPTION...: rpm's exit code
in_root() {
  command rpm --root "$work/rpmroot" --dbpath /var/lib/rpm "$@" >>"$work/share/rpm.log" 2>&1
  echo $?
}

# next_rpm RPM: the same files as a version that comes after
next_rpm() {
  need_java
  mkdir -p "$work/next/tree"
  rpm2cpio "$1" | (cd "$work/next/tree" && cpio -id --quiet)
  rpmbuild -bb --quiet --define "tree $work/next/tree" --define "version_ 99" --define "payload w1.gzdio" \
    --define "_topdir $work/next" --define "_rpmdir $work/next/out" --target "$(uname -m)" \
    src/deploy/package/losslessd.spec >&2
  rm -rf "$work/next/tree"
  ls "$work"/next/out/*/*.rpm
}

# told TEXT EXPECTED SEEN: one step that runs here
told() {
  local result=ok
  # shellcheck disable=SC2053 # a pattern
  [[ $3 == $2 ]] || { result=FAIL; echo "$1: saw '$3', expected '$2'" >>"$work/share/failed"; }
  printf '| %s | %s | %s |\n' "$1" "$(tr '\n|' ' /' <<<"$3" | cut -c 1-110)" "$result" >>"$work/share/table"
}

# TLS with EC certificates, SSH and SNMPv3 with real peers, on the modules that the package has; what
# only the tests use comes on top
modules() {
  local java=$work/modules
  need_java
  need_maven
  "$(dirname "$JAVA")/jlink" --add-modules "$(modules_of_package),java.net.http,jdk.compiler" --output "$java"
  mvn -B verify -Djvm="$java/bin/java" -Djacoco.skip=true -Dcyclonedx.skip=true \
    -Dtest=SnmpdTest,SnmpdRotationTest,OpenSshTest,ConnectTest,TlsTest,TlsRenewalTest,ClientCertificateTest
}

# all: whatever there is to try, each on its own, so that one that fails hides no other
all() {
  local failed='' one
  for one in "--suite bookworm" "--suite trixie" --readme --rpm --java25 --arm64 --modules; do
    echo "package-test: $one" >&2
    # shellcheck disable=SC2086 # options are words
    bin/package-test $one || failed+=" $one;"
  done
  [ -z "$failed" ] || die "package-test: these fail:$failed"
}
