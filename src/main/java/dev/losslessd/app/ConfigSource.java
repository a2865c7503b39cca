package dev.losslessd.app;

import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.config.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The config that the daemon starts with, and its file to read again.
 *
 * @param file for messages
 * @param first what is in force at the start
 * @param broken why that is not the file but what was kept of an earlier one; else empty
 * @param again reads the file
 * @param socket of the command line, in place of the file's
 */
record ConfigSource(
    Path file,
    ConfigLoader.Loaded first,
    List<Problem> broken,
    Supplier<ConfigLoader.Result> again,
    Optional<Path> socket) {
  ConfigSource {
    broken = List.copyOf(broken);
  }

  /** A config that no file is behind. */
  static ConfigSource fixed(Config config) {
    ConfigLoader.Loaded only = new ConfigLoader.Loaded(config, "");
    return new ConfigSource(Path.of("none"), only, List.of(), () -> only, Optional.empty());
  }

  /** The config as the daemon has it, with the command line's socket. */
  Config config(ConfigLoader.Loaded loaded) {
    return socket.map(loaded.config()::listeningAt).orElse(loaded.config());
  }

  Config config() {
    return config(first);
  }
}
