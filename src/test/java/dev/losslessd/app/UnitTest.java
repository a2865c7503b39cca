package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The units of systemd: what they state about themselves holds, by systemd's own tool. */
@SystemGroup
class UnitTest {
  private static final Path UNITS = Path.of("systemd");
  private static final String DAEMON = "losslessd.service";
  private static final String RECOVER = "losslessd-recover.service";
  private static final String ANALYZE = "/usr/bin/systemd-analyze";

  /** A row of the page: {@code | observe | enforce.conf, switches.conf | 2.4 |}. */
  private static final Pattern STATED =
      Pattern.compile("\\| ([^|]+) \\|([^|]*)\\| (\\d\\.\\d) \\|");

  private static final Pattern OVERALL = Pattern.compile("exposure level for \\S+: (\\d+\\.\\d)");

  @TempDir private Path folder;

  @Test
  void recoverDiffersFromTheDaemonOnlyWhereItsPurposeDoes() throws IOException {
    Map<String, String> daemon = service(UNITS.resolve(DAEMON));
    Map<String, String> recover = service(UNITS.resolve(RECOVER));

    Set<String> different = new TreeSet<>(daemon.keySet());
    different.addAll(recover.keySet());
    different.removeIf(key -> daemon.getOrDefault(key, "").equals(recover.getOrDefault(key, "")));

    assertThat(different)
        .containsExactly(
            "CapabilityBoundingSet",
            "ExecReload",
            "ExecStart",
            "NotifyAccess",
            "ProtectKernelTunables",
            "Restart",
            "RestartSec",
            "RestrictAddressFamilies",
            "RuntimeDirectory",
            "RuntimeDirectoryMode",
            "SuccessExitStatus",
            "TimeoutStartSec",
            "Type",
            "WatchdogSec");
    Map<String, String> enforce = service(UNITS.resolve("drop-ins/enforce.conf"));
    assertThat(recover.get("CapabilityBoundingSet"))
        .isEqualTo(enforce.get("CapabilityBoundingSet"));
  }

  @Test
  void theDaemonEndsByItselfBeforeSystemdKillsIt() throws IOException {
    Map<String, String> daemon = service(UNITS.resolve(DAEMON));

    assertThat(daemon.get("TimeoutStopSec")).isEqualTo("30s");
    assertThat(Termination.ORDERLY).isLessThan(Termination.LAST_RESORT);
    assertThat(Termination.LAST_RESORT).isLessThan(Duration.ofSeconds(30));
    assertThat(daemon.get("Restart")).isEqualTo("always");
    assertThat(daemon.get("SystemCallErrorNumber")).isEqualTo("EPERM");
  }

  @Test
  void whatSystemdHandsOverAsSecretsIsClosedToTheDaemon() throws IOException {
    Map<String, String> secrets = service(UNITS.resolve("drop-ins/secrets.conf"));

    String folder = "/etc/losslessd/credentials";
    assertThat(secrets)
        .containsOnlyKeys("LoadCredential", "InaccessiblePaths")
        .containsEntry("LoadCredential", "losslessd:" + folder)
        .containsEntry("InaccessiblePaths", folder);
  }

  @Test
  void everyDropInIsNamedInTheUnit() throws IOException {
    String unit = Files.readString(UNITS.resolve(DAEMON));
    try (Stream<Path> dropIns = Files.list(UNITS.resolve("drop-ins"))) {
      assertThat(dropIns.map(one -> "drop-ins/" + one.getFileName()))
          .isNotEmpty()
          .allSatisfy(one -> assertThat(unit).contains(one));
    }
  }

  @Test
  void exposuresAreWhatThePageStates() throws Exception {
    assumeTrue(Files.isExecutable(Path.of(ANALYZE)), "systemd-analyze is missing");
    Matcher stated = STATED.matcher(Files.readString(Path.of("src/docs/reference/exposure.md")));
    int rows = 0;
    while (stated.find()) {
      rows++;
      String unit = stated.group(2).contains(RECOVER) ? RECOVER : DAEMON;
      List<String> dropIns =
          Pattern.compile("(\\w+\\.conf)")
              .matcher(stated.group(2))
              .results()
              .map(match -> match.group(1))
              .toList();
      double seen = score(unit, dropIns);
      assertThat(seen)
          .as(stated.group(1) + ", " + stated.group(2))
          .isLessThanOrEqualTo(Double.parseDouble(stated.group(3)));
    }
    assertThat(rows).isEqualTo(10);
    assertThat(score(DAEMON, List.of())).isLessThanOrEqualTo(2.0);
  }

  @Test
  void everyDirectiveThatIsNotSetIsExplainedInTheUnit() throws Exception {
    assumeTrue(Files.isExecutable(Path.of(ANALYZE)), "systemd-analyze is missing");
    String comments =
        Files.readAllLines(UNITS.resolve(DAEMON)).stream()
            .filter(line -> line.startsWith("#"))
            .collect(Collectors.joining("\n"));

    List<String> open =
        security(DAEMON, List.of())
            .lines()
            .filter(line -> line.startsWith("✗"))
            .map(line -> line.substring(1).strip().split("\\s", 2)[0])
            .toList();

    assertThat(open).isNotEmpty().allSatisfy(row -> assertThat(comments).contains(reason(row)));
  }

  @Test
  void systemdAcceptsTheUnits() throws Exception {
    assumeTrue(Files.isExecutable(Path.of(ANALYZE)), "systemd-analyze is missing");
    Path daemon =
        install(
            DAEMON,
            List.of(
                "enforce.conf",
                "filemodes.conf",
                "jobs.conf",
                "listen.conf",
                "mstconfig.conf",
                "secrets.conf",
                "switches.conf"));
    Path recover = install(RECOVER, List.of("filemodes.conf", "secrets.conf", "switches.conf"));
    Path timer =
        Files.copy(
            UNITS.resolve("losslessd-recover.timer"), folder.resolve("losslessd-recover.timer"));

    Ran ran = run(ANALYZE, "verify", daemon.toString(), recover.toString(), timer.toString());

    String ours =
        ran.text()
            .lines()
            .filter(line -> line.contains("losslessd"))
            .collect(Collectors.joining("\n"));
    assertThat(ours).isEmpty();
  }

  @Test
  void withoutMemoryTheProcessEndsAndSystemdStartsAnother() throws Exception {
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "@bin/jvm.options",
            "-cp",
            System.getProperty("java.class.path"),
            Hoarder.class.getName());

    Ran ran = run(command.toArray(String[]::new));

    assertThat(ran.code()).as(ran.text()).isEqualTo(3);
    assertThat(ran.text()).contains("java.lang.OutOfMemoryError").doesNotContain("went on");
  }

  /** A thread that takes all memory, beside one that would go on. */
  static final class Hoarder {
    public static void main(String[] words) throws Exception {
      Thread thread = new Thread(Hoarder::hoard);
      thread.start();
      thread.join();
      System.out.println("went on");
    }

    private static void hoard() {
      List<byte[]> all = new ArrayList<>();
      while (all.size() < Integer.MAX_VALUE) {
        all.add(new byte[1 << 20]);
      }
      System.out.println("went on with " + all.size());
    }
  }

  /** The word of a row by which a comment names it. */
  private static String reason(String row) {
    Matcher family = Pattern.compile("~AF_\\(?(\\w+)").matcher(row);
    if (family.find()) {
      return "AF_" + family.group(1);
    }
    if (row.startsWith("CapabilityBoundingSet=~CAP_NET_(")) {
      return "CAP_NET_RAW";
    }
    return row.split("=", 2)[0] + "=";
  }

  private double score(String unit, List<String> dropIns) throws Exception {
    Matcher overall = OVERALL.matcher(security(unit, dropIns));
    assertThat(overall.find()).isTrue();
    return Double.parseDouble(overall.group(1));
  }

  private String security(String unit, List<String> dropIns) throws Exception {
    return run(
            ANALYZE, "security", "--offline=true", "--no-pager", install(unit, dropIns).toString())
        .text();
  }

  /** A copy beside its drop-ins, whose program is one that this machine has. */
  private Path install(String unit, List<String> dropIns) throws IOException {
    Path place = Files.createTempDirectory(folder, "unit");
    Path file = place.resolve(unit);
    Files.writeString(
        file, Files.readString(UNITS.resolve(unit)).replace("=/usr/bin/losslessd", "=/bin/true"));
    Path beside = Files.createDirectory(place.resolve(unit + ".d"));
    for (String dropIn : dropIns) {
      Files.copy(UNITS.resolve("drop-ins").resolve(dropIn), beside.resolve(dropIn));
    }
    return file;
  }

  private static Map<String, String> service(Path file) throws IOException {
    Map<String, String> all = new TreeMap<>();
    boolean inside = false;
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("[")) {
        inside = line.equals("[Service]");
      } else if (inside && line.contains("=") && !line.startsWith("#")) {
        String[] parts = line.split("=", 2);
        all.merge(parts[0], parts[1], (one, more) -> one + "; " + more);
      }
    }
    return all;
  }

  private record Ran(int code, String text) {}

  private static Ran run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), text);
  }
}
