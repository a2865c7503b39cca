package dev.losslessd.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.app.ClassCache;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The tour of the demo, in processes of its own, as {@code bin/losslessd demo --once} runs it. */
final class DemoTour {
  private DemoTour() {}

  /** Output of a whole tour, which has to end well and to leave no process. */
  static String run(String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ClassCache.options());
    command.add(Main.class.getName());
    command.addAll(List.of("demo", "--once", "--port", "0"));
    command.addAll(List.of(options));
    Process demo = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(demo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(demo.exitValue()).as(text).isZero();
    assertThat(demo.descendants()).isEmpty();
    return text;
  }
}
