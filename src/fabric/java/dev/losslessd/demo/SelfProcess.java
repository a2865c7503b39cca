package dev.losslessd.demo;

import dev.losslessd.app.Command;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Processes of the demo, with the Java and the memory settings of this one. */
final class SelfProcess {
  private static final String PRODUCT = "dev.losslessd.app.Main";

  private SelfProcess() {}

  /**
   * Starts the simulator once more.
   *
   * @param log receives both output streams
   */
  static Process simulator(Path log, String... arguments) throws IOException {
    return start(log, onClassPath(Main.class.getName()), arguments);
  }

  /**
   * Starts an ordinary daemon: from its own jar, where there is one.
   *
   * @param log receives both output streams
   */
  static Process daemon(Path log, String... arguments) throws IOException {
    Path home = home(Command.class);
    return start(
        log,
        Files.isRegularFile(home) ? List.of("-jar", home.toString()) : onClassPath(PRODUCT),
        arguments);
  }

  private static Process start(Path log, List<String> program, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (option.startsWith("-X") || option.startsWith("-Dlosslessd.")) {
        command.add(option);
      }
    }
    command.addAll(program);
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  static List<String> onClassPath(String main) {
    return List.of(
        "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), main);
  }

  /** The jar or the folder that a class is from. */
  private static Path home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
