package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.metrics.RecordedHealth;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records what is healthy from the demo, all side by side: {@code -Drecord.minutes=15}. Fewer
 * minutes are a trial that keeps nothing; {@code -Drecord=idle,job} records these alone.
 */
@SystemGroup
class HealthRecordingTest {
  private static final Path TRIALS = Path.of("target/recorded");
  private static final int WHOLE = 15;

  /** One demo starts after the other: all at once, each would wait for all. */
  private final ReentrantLock starts = new ReentrantLock();

  @TempDir private Path folder;

  @Test
  @Timeout(value = 40, unit = TimeUnit.MINUTES)
  void everyHealthyTransitionIsRecordedAndNothingElseFires() throws Exception {
    int minutes = Integer.getInteger("record.minutes", 0);
    assumeTrue(minutes > 0, "records with -Drecord.minutes=15 only");
    Map<String, HealthyTransitions.Transition> all = wanted();
    assertThat(RecordedHealth.names()).containsAll(all.keySet());
    ClassCache.options();
    Path kept = minutes < WHOLE ? TRIALS : RecordedHealth.FOLDER;
    Files.createDirectories(kept);
    Map<String, Future<?>> running = new LinkedHashMap<>();
    List<String> wrong = new ArrayList<>();
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new)) {
      all.forEach((name, one) ->
          running.put(
              name,
              threads.submit(() -> {
                List<String> lines = record(name, one, Duration.ofMinutes(minutes));
                return Files.write(kept.resolve(name + ".txt"), lines);
              })));
      for (Map.Entry<String, Future<?>> one : running.entrySet()) {
        try {
          one.getValue().get();
          RecordedHealth.check(folder, kept, one.getKey());
        } catch (ExecutionException | AssertionError e) {
          wrong.add(one.getKey() + ": " + e);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static Map<String, HealthyTransitions.Transition> wanted() {
    Map<String, HealthyTransitions.Transition> all = HealthyTransitions.all();
    String names = System.getProperty("record", "");
    if (!names.isEmpty()) {
      all.keySet().retainAll(List.of(names.split(",")));
    }
    return all;
  }

  private List<String> record(String name, HealthyTransitions.Transition one, Duration time)
      throws Exception {
    try (DemoAgents demo = new DemoAgents(folder.resolve(name), one.two());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      starts.lock();
      try {
        demo.start(one.load());
      } finally {
        starts.unlock();
      }
      List<PageRecorder> recorders = new ArrayList<>();
      List<Future<?>> running = new ArrayList<>();
      for (String host : demo.hosts()) {
        PageRecorder recorder = new PageRecorder(host, () -> demo.port(host));
        recorders.add(recorder);
        running.add(threads.submit(() -> recorder.record(time)));
      }
      one.play().on(demo, HealthyTransitions.clock(recorders.getFirst(), time));
      for (Future<?> each : running) {
        each.get();
      }
      return recorders.stream().flatMap(each -> each.lines().stream()).toList();
    }
  }
}
