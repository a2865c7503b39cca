package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs commands of documents as a reader types them, with this build's classes. */
final class DocumentShell {
  private final Path folder;
  private final Map<String, String> environment;

  /**
   * @param folder where commands run; gets {@code bin/losslessd}, which is also in the path
   * @param environment variables besides those of this process
   */
  DocumentShell(Path folder, Map<String, String> environment) throws IOException {
    this.folder = folder;
    this.environment = Map.copyOf(environment);
    launcher(Files.createDirectories(folder.resolve("bin")).resolve("losslessd"));
  }

  /**
   * What came of a command.
   *
   * @param text both outputs
   */
  record Ran(int code, String text) {}

  /** Lines of the shell blocks of a document; those that end with a backslash are joined. */
  static List<String> commands(String text) {
    List<String> commands = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    boolean shell = false;
    for (String one : text.lines().toList()) {
      if (one.startsWith("```")) {
        shell = one.equals("```sh");
      } else if (shell) {
        line.append(one.endsWith("\\") ? one.substring(0, one.length() - 1) : one);
        if (!one.endsWith("\\")) {
          commands.add(line.toString());
          line.setLength(0);
        }
      }
    }
    return commands;
  }

  /** Text of the blocks of a document in a language, fences left out. */
  static List<String> blocks(String text, String language) {
    List<String> all = new ArrayList<>();
    String fence = "```" + language + "\n";
    for (int at = text.indexOf(fence); at >= 0; at = text.indexOf(fence, at + 1)) {
      int begin = at + fence.length();
      all.add(text.substring(begin, text.indexOf("```", begin)));
    }
    return all;
  }

  /** In this build's classes, not in a jar that may be older. */
  private static void launcher(Path script) throws IOException {
    Files.writeString(
        script,
        "#!/bin/sh\nexec "
            + String.join(" ", DaemonFixture.command())
                .replace("'", "")
                .replace("dev.losslessd.app.Main", "dev.losslessd.demo.Main")
            + " \"$@\"\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
  }

  Ran run(String command) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", "-c", command)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder
        .environment()
        .merge("PATH", folder.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), output);
  }
}
