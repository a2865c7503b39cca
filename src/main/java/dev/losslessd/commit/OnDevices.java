package dev.losslessd.commit;

import dev.losslessd.model.Release;
import dev.losslessd.store.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file {@code on-devices} of the state folder: a line for each device that still has something
 * of this agent, for who removes the package. There is none where nothing is left. It is a copy for
 * people; the journal is what counts.
 */
public final class OnDevices {
  private static final String NAME = "on-devices";
  private static final Logger LOG = LoggerFactory.getLogger(OnDevices.class);

  private final Path file;
  private List<String> written = List.of("");

  public OnDevices(Path state) {
    this.file = state.resolve(NAME);
  }

  /** Writes it anew where it says something else; to be called again and again. */
  public synchronized void write(Releases releases) {
    List<String> lines = lines(releases);
    if (lines.equals(written)) {
      return;
    }
    try {
      if (lines.isEmpty()) {
        Files.deleteIfExists(file);
      } else {
        Path fresh = file.resolveSibling("." + NAME);
        WholeFile.write(file, fresh, String.join("\n", lines) + "\n");
      }
      written = lines;
    } catch (IOException e) {
      LOG.warn("{} is not up to date: {}", file, e.toString());
    }
  }

  static List<String> lines(Releases releases) {
    List<String> lines = new ArrayList<>();
    releases
        .changed()
        .forEach((device, count) ->
            lines.add(
                ("%1$s: %2$s %3$s not as found; 'losslessd release %1$s --restore' or '--keep'"
                        + " while losslessd runs")
                    .formatted(device, count, count == 1 ? "setting is" : "settings are")));
    for (Release one : releases.all()) {
      if (!one.names().isEmpty()) {
        lines.add(one.device() + ": " + String.join(", ", one.names()));
      }
    }
    return lines;
  }
}
