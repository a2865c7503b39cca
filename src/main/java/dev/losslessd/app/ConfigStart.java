package dev.losslessd.app;

import dev.losslessd.cli.Environment;
import dev.losslessd.cli.LocalVerbs.RunOptions;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.config.Problem;
import dev.losslessd.text.PrintableText;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The config that a daemon starts with. One that finds its file broken goes on with what was in
 * force last: without it nobody would undo what is open, and nobody would watch.
 */
final class ConfigStart {
  private static final Path STATE = ConfigLoader.defaults("any").config().state();

  private ConfigStart() {}

  /**
   * @param load reads a file
   * @param err receives every mistake of the file
   * @return empty where the file is broken and nothing was kept of it
   */
  static Optional<ConfigSource> source(
      RunOptions options,
      String hostName,
      Function<Path, ConfigLoader.Result> load,
      PrintStream err) {
    Path file = options.config();
    if (file.equals(Environment.DEFAULT_CONFIG) && Files.notExists(file)) {
      err.println("losslessd: there is no " + file + "; the defaults hold, which observe only");
    }
    return switch (load.apply(file)) {
      case ConfigLoader.Loaded loaded -> Optional.of(source(options, load, loaded, List.of()));
      case ConfigLoader.Broken broken -> {
        print(broken.problems(), err);
        KeptConfig kept = KeptConfig.of(file, STATE);
        Optional<ConfigLoader.Loaded> last = kept.read(file, hostName);
        last.ifPresent(_ ->
            err.println(
                "losslessd: goes on with the config that was in force last, " + kept.file()));
        yield last.map(one -> source(options, load, one, broken.problems()));
      }
    };
  }

  private static ConfigSource source(
      RunOptions options,
      Function<Path, ConfigLoader.Result> load,
      ConfigLoader.Loaded first,
      List<Problem> broken) {
    Path file = options.config();
    return new ConfigSource(file, first, broken, () -> load.apply(file), options.socket());
  }

  static void print(List<Problem> problems, PrintStream err) {
    problems.stream().map(Problem::text).map(PrintableText::of).forEach(err::println);
  }
}
