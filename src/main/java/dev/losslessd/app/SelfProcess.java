package dev.losslessd.app;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts this same program again, with the same Java and the same memory settings. */
final class SelfProcess {
  private SelfProcess() {}

  /**
   * @param log receives both output streams
   */
  static Process start(Path log, String... arguments) throws IOException {
    return new ProcessBuilder(command(arguments))
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (option.startsWith("-X") || option.startsWith("-Dlosslessd.")) {
        command.add(option);
      }
    }
    String classPath = System.getProperty("java.class.path");
    if (classPath.endsWith(".jar") && !classPath.contains(":")) {
      command.addAll(List.of("-jar", classPath));
    } else {
      command.addAll(
          List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath, Main.class.getName()));
    }
    command.addAll(List.of(arguments));
    return command;
  }
}
