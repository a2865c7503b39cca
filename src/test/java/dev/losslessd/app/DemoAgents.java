package dev.losslessd.app;

import dev.losslessd.demo.DemoConfig;
import dev.losslessd.demo.DemoSite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The demo in a healthy state, with its own config: leaves and hosts are set for RoCE. The agent of
 * gpu01 is a process that can be stopped, and gpu02 may have an agent too.
 */
final class DemoAgents implements AutoCloseable {
  static final String NIC = "gpu01:ens1f0np0";

  private static final DemoSite SITE = DemoSite.of(List.of("nxos", "nxos"));

  final DaemonFixture gpu01;
  private final boolean two;
  private final DaemonFixture gpu02;

  /**
   * @param two whether gpu02 has an agent as well
   */
  DemoAgents(Path folder, boolean two) throws IOException {
    this.two = two;
    this.gpu01 = new DaemonFixture(Files.createDirectories(folder), "enforce");
    this.gpu02 = gpu01.beside("gpu02");
    String config = DemoConfig.of("gpu01", folder, "127.0.0.1", 0, SITE);
    Files.writeString(gpu01.config, config.replace("losslessd.sock", "s"));
  }

  /** Starts agents and load, and waits until both ends of each link fit. */
  void start(int load) throws IOException {
    for (int rail = 1; rail <= 2; rail++) {
      tell("foreign leaf" + rail + " " + SITE.leaf(rail).networkTeam());
      tell("foreign gpu02:ens%df0np0 pfc 3".formatted(rail));
      tell("foreign gpu02:ens%df0np0 app 26:3".formatted(rail));
    }
    gpu01.start();
    if (two) {
      gpu02.start();
    }
    DaemonFixture.await(
        () -> gpu01.type("contract", NIC).text().contains("broken"), "no link is known");
    type("apply", "--yes", "--reason", "RoCE for the new host", "--confirm");
    DaemonFixture.await(() -> gpu01.type("contract").code() == 0, "the contract is not met");
    tell("load " + load);
  }

  List<String> hosts() {
    return two ? List.of("gpu01", "gpu02") : List.of("gpu01");
  }

  int port(String host) {
    return host.equals("gpu01") ? gpu01.port() : gpu02.port();
  }

  void tell(String line) {
    gpu01.tell(line);
  }

  /** Runs a command line that must succeed. */
  void type(String... words) {
    DaemonFixture.Typed typed = gpu01.type(words);
    if (typed.code() != 0) {
      throw new AssertionError(String.join(" ", words) + ": " + typed.text());
    }
  }

  @Override
  public void close() throws IOException {
    gpu02.close();
    gpu01.close();
  }
}
