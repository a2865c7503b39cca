package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.FindingRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000L);

  @TempDir private Path folder;

  @Test
  void twoDaemonsOnOneFolderAreToldApart() {
    try (StateFolder first = StateFolder.open(folder.resolve("state"), 4711)) {
      assertThat(first.path()).isDirectory();
      assertThatThrownBy(() -> StateFolder.open(folder.resolve("state"), 4712))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("in use by another losslessd (process 4711)");
    }
    StateFolder.open(folder.resolve("state"), 4713).close();
  }

  @Test
  void aLockThatIsReplacedBeforeItIsHeldIsTakenAnew() {
    Path lock = folder.resolve("state/lock");
    List<String> times = new ArrayList<>();
    Runnable replace =
        () -> {
          times.add("opened");
          if (times.size() == 1) {
            lock.toFile().delete();
          }
        };

    try (StateFolder state = StateFolder.open(folder.resolve("state"), 4711, replace)) {
      assertThat(state.isReplaced()).isFalse();
      assertThat(times).hasSize(2);
      assertThat(lock).hasContent("4711");
      assertThat(state.finding()).isEmpty();
      lock.toFile().delete();
      assertThat(state.finding()).isPresent();
    }
  }

  @Test
  void aLinkOfSomebodyElseIsNotFollowed() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    Path state = Files.createSymbolicLink(folder.resolve("state"), other);
    StateFolder.open(state, 1).close();
    Files.delete(other.resolve("lock"));
    Files.delete(other.resolve("lease"));
    try {
      Files.setAttribute(state, "unix:uid", 65534, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      Assumptions.abort("only root may give a file away: " + e);
    }

    assertThatThrownBy(() -> StateFolder.open(state, 1))
        .hasMessageContaining("is a link of user 65534, expected a folder");
    assertThat(other).isEmptyDirectory();
  }

  @Test
  void aLinkThatLeadsNowhereIsNotFollowedForCreation() throws IOException {
    Path state = Files.createSymbolicLink(folder.resolve("state"), folder.resolve("nowhere"));

    assertThatThrownBy(() -> StateFolder.open(state, 1)).isInstanceOf(StoreException.class);
    assertThat(folder.resolve("nowhere")).doesNotExist();
  }

  @Test
  void anUnusableStateFolderIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");

    assertThatThrownBy(() -> StateFolder.open(file, 1))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("expected a writable folder");
  }

  @Test
  @SystemGroup
  void aFileSystemWithoutInodesIsAFindingUntilSomeAreFree() throws Exception {
    Path state = Files.createDirectory(folder.resolve("state"));
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "nr_inodes=16", "tmpfs", state.toString()) == 0,
        "only root may mount");
    try (StateFolder room = StateFolder.open(state, 4711)) {
      var _ = Files.createFile(state.resolve("journal"));
      assertThat(room.roomFinding(NOW)).isEmpty();
      Path first = fill(state);

      assertThat(room.roomFinding(NOW.plusSeconds(1))).as("probed a moment ago").isEmpty();
      assertThat(room.roomFinding(NOW.plusSeconds(30)))
          .hasValueSatisfying(found -> {
            assertThat(found.rule()).isEqualTo(FindingRule.STATE_UNWRITABLE);
            assertThat(found.message())
                .startsWith("no file can be created in it: No space left on device");
          });
      Files.delete(first);
      assertThat(room.roomFinding(NOW.plusSeconds(60))).isEmpty();
      assertThat(state.resolve("probe")).doesNotExist();
    } finally {
      int _ = run("umount", "-l", state.toString());
    }
  }

  /** Takes all inodes; returns the first file that did. */
  private static Path fill(Path state) {
    for (int n = 0; ; n++) {
      try {
        var _ = Files.createFile(state.resolve("journal.torn-" + n));
      } catch (IOException e) {
        return state.resolve("journal.torn-0");
      }
    }
  }

  private static int run(String... command) throws Exception {
    return new ProcessBuilder(command).start().waitFor();
  }
}
