# shellcheck shell=bash
# Sourced by bin/package-test: its parts. $work is a folder of this run.

# packed KIND: builds one kind, prints the file
packed() {
  mkdir -p "$work/out"
  bin/package --output "$work/out" "$1" >&2
  ls "$work"/out/*."${2:-$1}"
}

# older DEB: the same files with a version before it
older() {
  dpkg-deb -R "$1" "$work/older"
  sed -i 's/^Version: .*/&~previous/' "$work/older/DEBIAN/control"
  dpkg-deb --root-owner-group -Znone -b "$work/older" "$work/older.deb" >/dev/null
  rm -rf "$work/older"
  echo "$work/older.deb"
}

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
  need systemd-nspawn systemd-container
  need debootstrap debootstrap
  local tree deb
  tree=$(src/deploy/package/root-tree "$suite")
  deb=${given:-$(packed deb)}
  mkdir -p "$work/share/fabric"
  cp "$deb" "$work/share/new.deb"
  dpkg-deb -f "$deb" Version >"$work/share/new.version"
  cp "${previous:-$(older "$deb")}" "$work/share/old.deb"
  dpkg-deb --fsys-tarfile "$deb" | tar -C "$work" -x ./usr/lib/losslessd/runtime
  mv "$work/usr/lib/losslessd/runtime" "$work/share/jre"
  cp target/losslessd.jar target/losslessd-fabric.jar "$work/share/fabric/"
  cp -r target/lib target/lib-fabric "$work/share/fabric/"
  cp src/deploy/package/container/steps "$work/share/"
  sed -n 's/.*new Account("admin", "\([^"]*\)".*/\1/p' \
    src/fabric/java/dev/losslessd/fabric/switchbase/Account.java | tr -d '\n' >"$work/share/password"
  : >"$work/share/table"

  boot "$tree" steps
  report
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
  need systemd-nspawn systemd-container
  need debootstrap debootstrap
  local deb version tree
  deb=${given:-$(packed deb)}
  version=$(dpkg-deb -f "$deb" Version)
  for suite in bookworm trixie; do
    tree=$(src/deploy/package/root-tree "$suite")
    rm -rf "$work/share"
    mkdir -p "$work/share"
    cp src/deploy/package/container/readme "$work/share/"
    cp "$deb" "$work/share/losslessd_${version}_amd64.deb"
    sed -n '/^## Install/,/^## /p' README.md | sed -n '/^```sh/,/^```$/p' | grep -v '^```' \
      >"$work/share/commands"
    : >"$work/share/table"
    boot "$tree" readme
    report
  done
}

# contents and scripts of the rpm, and its install into an empty tree; no RHEL is here
rpm() {
  need rpmbuild rpm
  want rpmlint rpmlint
  local file root=$work/rpmroot
  suite=rpm
  file=${given:-$(packed rpm)}
  mkdir -p "$work/share"
  : >"$work/share/table"
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
  fi
  told "rpm --root: installed" 0 "$(command rpm --root "$root" --dbpath /var/lib/rpm -i --nodeps --noscripts "$file" 2>/dev/null; echo $?)"
  told "what it installed is as it was packed" 0 "$(command rpm --root "$root" --dbpath /var/lib/rpm -V --nodeps --noscripts losslessd 2>/dev/null; echo $?)"
  told "it starts from there" '*losslessd*' "$("$root/usr/bin/losslessd" version)"
  told "rpm --root: erased" 0 "$(command rpm --root "$root" --dbpath /var/lib/rpm -e --noscripts losslessd 2>/dev/null; echo $?)"
  told "nothing of it is left" "" "$(find "$root" -name '*losslessd*' | head -n 3)"
  touch "$work/share/done"
  report
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
  local all java=$work/modules
  need_java
  need_maven
  all=$(bash -c "$(grep -E '^modules' bin/package); echo \$modules")
  "$(dirname "$JAVA")/jlink" --add-modules "$all,java.net.http,jdk.compiler" --output "$java"
  mvn -B verify -Djvm="$java/bin/java" -Djacoco.skip=true -Dcyclonedx.skip=true \
    -Dtest=SnmpdTest,SnmpdRotationTest,OpenSshTest,ConnectTest,TlsTest,TlsRenewalTest,ClientCertificateTest
}
