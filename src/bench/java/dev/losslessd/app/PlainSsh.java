package dev.losslessd.app;

import dev.losslessd.fabric.Fabric;
import dev.losslessd.model.DeviceId;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** OpenSSH's client, one process per switch and all at once: what a shell script would do. */
final class PlainSsh {
  /** {@code admin leaf1(config-if)# mtu 9100}: who, the prompt, the line. */
  private static final Pattern LOGGED = Pattern.compile("\\S+ \\S+[#$>] ?(.*)");

  /** Exit code of ssh's own failures; other codes are of the far side. */
  private static final int CANNOT_CONNECT = 255;

  private static final int SAID = 30;

  private final Fabric fabric;
  private final Path folder;
  private final List<String> prologue;

  /**
   * @param prologue lines before all others
   */
  PlainSsh(Fabric fabric, Path folder, List<String> prologue) {
    this.fabric = fabric;
    this.folder = folder;
    this.prologue = prologue;
  }

  /**
   * @param lines of each leaf, as it logged them
   * @return seconds until the last one was done
   */
  double send(Map<Integer, List<String>> lines) throws Exception {
    Path key = folder.resolve("key");
    run("ssh-keygen", "-q", "-t", "ecdsa", "-N", "", "-f", key.toString());
    for (int n : lines.keySet()) {
      Files.copy(
          folder.resolve("key.pub"),
          leaf(n).resolve("authorized_keys"),
          StandardCopyOption.REPLACE_EXISTING);
    }
    long start = System.nanoTime();
    List<Process> all = new ArrayList<>();
    for (Map.Entry<Integer, List<String>> one : lines.entrySet()) {
      all.add(start(key, one.getKey(), one.getValue()));
    }
    for (Process process : all) {
      if (process.waitFor() == CANNOT_CONNECT) {
        throw new IOException("ssh did not get in, see " + folder);
      }
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private Process start(Path key, int n, List<String> lines) throws IOException {
    Process process =
        new ProcessBuilder(
                "ssh",
                "-T",
                "-i",
                key.toString(),
                "-o",
                "UserKnownHostsFile=" + leaf(n).resolve("known_hosts"),
                "-o",
                "StrictHostKeyChecking=yes",
                "-o",
                "LogLevel=ERROR",
                "-o",
                "BatchMode=yes",
                "-p",
                Files.readString(leaf(n).resolve("ssh.port")).strip(),
                "admin@127.0.0.1")
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(log(n).toFile()))
            .start();
    try (OutputStream in = process.getOutputStream()) {
      in.write((String.join("\n", prologue) + "\n").getBytes(StandardCharsets.UTF_8));
      for (String line : lines) {
        Matcher match = LOGGED.matcher(line);
        if (match.matches()) {
          in.write((match.group(1) + "\n").getBytes(StandardCharsets.UTF_8));
        }
      }
      in.write("exit\n".getBytes(StandardCharsets.UTF_8));
    }
    return process;
  }

  /** The last lines that a leaf said. */
  String end(int n) throws IOException {
    List<String> said = Files.readAllLines(log(n));
    return String.join("\n  ", said.subList(Math.max(0, said.size() - SAID), said.size()));
  }

  private Path log(int n) {
    return folder.resolve("ssh-" + n + ".log");
  }

  private Path leaf(int n) {
    return fabric.switchDir(new DeviceId("leaf" + n));
  }

  private static void run(String... command) throws Exception {
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " failed");
    }
  }
}
