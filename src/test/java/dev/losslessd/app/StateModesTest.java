package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Modes of what the real daemon keeps, whatever the umask. */
@SystemGroup
class StateModesTest {
  @TempDir private Path folder;

  @Test
  void filesAreTheirOwnersAloneUnderAnOpenUmask() throws Exception {
    requireModes("000");
  }

  @Test
  void filesAreTheirOwnersAloneUnderAStrictUmask() throws Exception {
    requireModes("077");
  }

  private void requireModes(String umask) throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start(umask);
      assertThat(fixture.type("set", "gpu01:ens1f0np0", "pfc", "3", "--yes").code()).isZero();

      Map<String, String> modes = modes();
      assertThat(modes)
          .containsKeys("", "journal", "journal.head", "lock", "token", "deadman/c-000001");
      assertThat(wrong(modes)).isEmpty();
    }
  }

  @Test
  void whatAnEarlierReleaseLeftOpenIsTightenedAndSaid() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      fixture.end(false);
      open("", "rwxr-xr-x");
      List.of("journal", "lock").forEach(name -> open(name, "rw-rw-r--"));

      fixture.start();

      assertThat(wrong(modes())).isEmpty();
      assertThat(Files.readString(folder.resolve("daemon.log")))
          .contains(state() + " had mode rwxr-xr-x")
          .contains(state().resolve("journal") + " had mode rw-rw-r--");
    }
  }

  @Test
  void aFolderThatOthersUseTooKeepsItsMode() throws Exception {
    Files.createDirectory(state());
    open("", "rwxr-xr-x");
    Files.writeString(state().resolve("letter"), "dear");
    open("letter", "rw-r--r--");
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.start();

      assertThat(wrong(modes())).containsExactly("=rwxr-xr-x", "letter=rw-r--r--");
      assertThat(Files.readString(folder.resolve("daemon.log"))).contains("also holds letter");
    }
  }

  private void open(String name, String mode) {
    try {
      Files.setPosixFilePermissions(state().resolve(name), PosixFilePermissions.fromString(mode));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> wrong(Map<String, String> modes) {
    return modes.entrySet().stream()
        .filter(one -> !one.getValue().matches("rw[x-]------"))
        .map(Map.Entry::toString)
        .toList();
  }

  private Map<String, String> modes() throws IOException {
    Map<String, String> modes = new TreeMap<>();
    try (Stream<Path> all = Files.walk(state())) {
      for (Path one : all.toList()) {
        modes.put(
            state().relativize(one).toString(),
            PosixFilePermissions.toString(Files.getPosixFilePermissions(one)));
      }
    }
    return modes;
  }

  private Path state() {
    return folder.resolve("state");
  }
}
