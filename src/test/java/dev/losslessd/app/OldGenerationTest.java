package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

@SystemGroup
class OldGenerationTest {
  private static final long MIB = 1 << 20;

  private final AtomicLong used = new AtomicLong();
  private final AtomicLong left = new AtomicLong();
  private final AtomicInteger collections = new AtomicInteger();
  private final OldGeneration generation =
      new OldGeneration(used::get, left::get, collections::incrementAndGet);

  @Test
  void aLittleGarbageIsLetBe() {
    look(12 * MIB, 15 * MIB);
    assertThat(collections).hasValue(0);
  }

  @Test
  void garbageIsCollectedBeforeItIsMoreThanAQuarterOfWhatLives() {
    look(12 * MIB, 15 * MIB + 1);
    assertThat(collections).hasValue(1);
  }

  @Test
  void aLargeFleetsHeapIsNotCollectedForEachMebibyte() {
    look(200 * MIB, 249 * MIB);
    assertThat(collections).hasValue(0);
    look(200 * MIB, 251 * MIB);
    assertThat(collections).hasValue(1);
  }

  @Test
  void beforeTheFirstCollectionAllCounts() {
    look(0, 4 * MIB);
    assertThat(collections).hasValue(1);
  }

  /** The pool that is read is there, and is collected by what this process runs to collect. */
  @Test
  void theSerialCollectorHasThePool() throws Exception {
    Process java =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-XX:+UseSerialGC",
                "-Xmx300m",
                "-Xmn4m",
                "-cp",
                System.getProperty("java.class.path"),
                Fill.class.getName())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
        .isEqualTo("collected");
    assertThat(java.waitFor()).isZero();
  }

  /** A process that fills its old generation with garbage. */
  static final class Fill {
    private Fill() {}

    public static void main(String[] args) {
      OldGeneration generation = OldGeneration.ofThisProcess().orElseThrow();
      for (int i = 0; i < 4; i++) {
        byte[] tooLargeForTheYoung = new byte[(int) (40 * MIB)];
        tooLargeForTheYoung[0] = 1;
      }
      long before = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
      generation.check();
      long after = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
      System.out.println(before - after > 30 * MIB ? "collected" : before + " -> " + after);
    }
  }

  private void look(long alive, long now) {
    left.set(alive);
    used.set(now);
    generation.check();
  }
}
