package dev.losslessd.cli;

import dev.losslessd.model.Rollout;
import dev.losslessd.model.WaveSize;
import dev.losslessd.text.Fields;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a commit goes in waves. */
final class WaveOptions {
  @Option(
      names = "--waves",
      paramLabel = "SIZES",
      description =
          "Change so many links, or such a part of all, and soak; then the next size:"
              + " 1,5%,25%,100%. A label, rail=0 or host=gpu0*, takes the links that have it."
              + " Default: commit.waves.by of the config.")
  private @Nullable String waves;

  @Option(
      names = "--soak",
      paramLabel = "TIME",
      converter = WriteOptions.Window.class,
      description = "How long the guard judges each wave: 60s (the default), 10m, 1h.")
  private @Nullable Duration soak;

  /**
   * The fields of a request body; sizes are checked here, so that a typing error costs no round
   * trip. Only the daemon knows whether there are waves where none are named.
   */
  Fields body() {
    if (waves != null) {
      return sizes(waves);
    }
    return new Fields().withAny("soak", soak == null ? "" : WriteOptions.seconds(soak));
  }

  boolean isNamed() {
    return waves != null;
  }

  private Fields sizes(String sizes) {
    List<String> texts = Stream.of(sizes.split(",", -1)).map(String::strip).toList();
    try {
      Rollout asked =
          new Rollout(
              texts.stream().map(WaveSize::parse).toList(),
              soak == null ? Rollout.USUAL_SOAK : soak);
      return new Fields().with("waves", texts).with("soak", WriteOptions.seconds(asked.soak()));
    } catch (IllegalArgumentException e) {
      throw CliException.usage("--waves " + sizes + ": " + e.getMessage());
    }
  }
}
