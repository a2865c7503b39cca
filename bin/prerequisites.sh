# Sourced by the commands in this folder: what they need, and how to get it.
# Debian and Ubuntu: as root, packages that apt has are installed and named; everything else is told
# as the exact lines to type, with exit code 2.

die() { echo "losslessd: $*" >&2; exit 2; }

# The java of a JDK >= 25, or nothing.
find_java() {
  local java
  for java in "${JAVA_HOME:-/nowhere}/bin/java" /usr/lib/jvm/*/bin/java /opt/java/*/bin/java \
      /usr/java/*/bin/java "$(command -v java || true)"; do
    if [ -x "$java" ] && [ -x "$(dirname "$java")/javac" ] && [ "$(java_release "$java")" -ge 25 ]; then
      echo "$java"
      return
    fi
  done
}

# 25 for 25.0.3; 0 where it cannot be told.
java_release() {
  local release
  release=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$(dirname "$1")/../release" 2>/dev/null || true)
  [ -n "$release" ] || release=$("$1" -version 2>&1 | sed -n '1s/.*"\([0-9]*\).*/\1/p')
  echo "${release:-0}"
}

release_name() { (. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-unknown}"); }

has_candidate() {
  [ -n "$(apt-cache policy "$1" 2>/dev/null | sed -n 's/^  Candidate: \([^(].*\)/\1/p')" ]
}

updated=
# need COMMAND PACKAGE...: installs the first package that apt has unless the command is there.
need() {
  local command=$1
  shift
  if command -v "$command" >/dev/null 2>&1 || [ -x "/usr/sbin/$command" ]; then return; fi
  install_first "$@" || die "'$command' is missing. As root:  apt-get install -y $1"
}

# The same for what some tests are skipped without, by name.
want() {
  (need "$@") || echo "losslessd: without $1 some tests are skipped" >&2
}

install_first() {
  command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ] || return 1
  if [ -z "$updated" ]; then
    apt-get update -qq >/dev/null 2>&1 || true
    updated=yes
  fi
  local package
  for package in "$@"; do
    if has_candidate "$package"; then
      echo "losslessd: installing $package" >&2
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" \
        >/dev/null && return 0
    fi
  done
  return 1
}

# Sets JAVA, installs a JDK where apt has one.
need_java() {
  JAVA=$(find_java)
  if [ -z "$JAVA" ]; then
    install_first openjdk-25-jdk-headless temurin-25-jdk openjdk-26-jdk-headless || true
    JAVA=$(find_java)
  fi
  if [ -n "$JAVA" ]; then return; fi
  cat >&2 <<TEXT
losslessd: no JDK >= 25 found (looked at JAVA_HOME, /usr/lib/jvm, /opt/java, PATH), and apt has none.
On $(release_name), as root:
  apt-get install -y wget gpg
  wget -qO- https://packages.adoptium.net/artifactory/api/gpg/key/public | gpg --dearmor > /usr/share/keyrings/adoptium.gpg
  echo "deb [signed-by=/usr/share/keyrings/adoptium.gpg] https://packages.adoptium.net/artifactory/deb $(release_name) main" > /etc/apt/sources.list.d/adoptium.list
  apt-get update
  apt-get install -y temurin-25-jdk
TEXT
  exit 2
}

# Maven runs on whatever Java its package brings, or on the JDK found.
need_maven() {
  need mvn maven
  if ! command -v java >/dev/null 2>&1; then
    export JAVA_HOME
    JAVA_HOME=$(dirname "$(dirname "$JAVA")")
  fi
}
