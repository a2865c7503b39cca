package dev.losslessd.app;

import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.files.FileThreads;
import dev.losslessd.store.WholeFile;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The config that was last in force, in the state folder: a daemon that finds its file broken
 * starts with it. It has all defaults, the profile laid in, and secrets as references.
 */
record KeptConfig(Path file) {
  /** Its name in the state folder. */
  static final String NAME = "config.kept.yaml";

  private static final String HEAD = "# kept by losslessd; in force last, of the file ";
  private static final Pattern STATE = Pattern.compile("(?m)^state:[ \t]*[\"']?(/[^\"'#\\s]*)");

  static KeptConfig in(Path state) {
    return new KeptConfig(state.resolve(NAME));
  }

  /**
   * Where a config file, which may be broken, has its state; the usual folder if it says nothing.
   */
  static KeptConfig of(Path config, Path usual) {
    try {
      Matcher named = STATE.matcher(FileThreads.SHARED.text(config));
      return in(named.find() ? Path.of(named.group(1)) : usual);
    } catch (IOException e) {
      return in(usual);
    }
  }

  /**
   * @param of the config file
   * @throws IOException the former one is there still
   */
  void write(Path of, ConfigLoader.Loaded loaded) throws IOException {
    WholeFile.write(
        file,
        file.resolveSibling(NAME + ".new"),
        HEAD + of.toAbsolutePath() + "\n" + loaded.effective());
  }

  /** What was kept of this config file; empty where there is none, or it cannot be read. */
  Optional<ConfigLoader.Loaded> read(Path of, String hostName) {
    try {
      String text = FileThreads.SHARED.text(file);
      return text.startsWith(HEAD + of.toAbsolutePath() + "\n")
              && ConfigLoader.effective(file.toString(), text, hostName)
                  instanceof ConfigLoader.Loaded loaded
          ? Optional.of(loaded).filter(one -> isHere(one.config()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private boolean isHere(Config config) {
    return in(config.state()).file().equals(file);
  }
}
