package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.checks.HostTree;
import dev.losslessd.house.SystemGroup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nothing of a NIC that the config excludes is opened by a command that looks at the host itself:
 * each of its files is a pipe that nobody writes to, and each command answers as without the NIC.
 */
@SystemGroup
class ExcludedNicTest {
  private static final String NIC = "0000:1b:00.0";

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"mlx5_1", "ens2", "*5_1"})
  void isAsIfItWereNotThere(String glob) throws Exception {
    HostTree host = HostTree.healthy(folder.resolve("host"));
    String config = "host: {name: gpu01, root: \"" + folder.resolve("host") + "\"}\n";
    Files.writeString(folder.resolve("losslessd.yaml"), config);
    Files.writeString(folder.resolve("job.env"), "NCCL_IB_HCA=mlx5_0\nNCCL_IB_TC=0\n");
    Map<String, String> without = answers();
    Files.writeString(
        folder.resolve("losslessd.yaml"), config + "nics: {exclude: [\"" + glob + "\"]}\n");
    host.nic("ens2", "mlx5_1", HostTree.SWITCH + "0000:18:02.0/" + NIC);

    List<Path> own = own(folder.resolve("host"));
    assertThat(own).hasSizeGreaterThan(30);
    try (Pipes _ = new Pipes(own, folder.resolve("spare"), true)) {
      assertThat(answers()).isEqualTo(without);
    }
    assertThat(without.values()).noneMatch(text -> text.contains("not answer"));
  }

  /** Files of its RDMA device, its netdev and its PCI function, and its character device. */
  private static List<Path> own(Path root) throws IOException {
    List<Path> own = new ArrayList<>();
    for (String place :
        List.of(
            "sys/class/infiniband/mlx5_1",
            "sys/class/infiniband_verbs/uverbs1",
            "sys/class/net/ens2",
            "sys/devices/" + HostTree.SWITCH + "0000:18:02.0/" + NIC,
            "dev/infiniband/uverbs1")) {
      own.addAll(Pipes.all(root.resolve(place)));
    }
    return own;
  }

  private Map<String, String> answers() {
    Map<String, String> answers = new TreeMap<>();
    Stream.of(
            "check",
            "check --gate --within 40s",
            "check --gate --within 40s --port *",
            "env",
            "env --for ucx",
            "env check " + folder.resolve("job.env"),
            "discover")
        .forEach(command -> answers.put(command, answer(command)));
    return answers;
  }

  private String answer(String command) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--config", folder.resolve("losslessd.yaml").toString()));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int exit =
        Command.run(
            folder.resolve("none.sock"),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            words.toArray(String[]::new));
    return out.toString(StandardCharsets.UTF_8) + "\nexit: " + exit;
  }
}
