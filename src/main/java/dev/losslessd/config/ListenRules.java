package dev.losslessd.config;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.model.Role;
import dev.losslessd.text.Worded;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks addresses and TLS of {@code http} and {@code metrics} against each other. */
final class ListenRules {
  private static final int MOST_GLOBS = 64;
  private static final String DEVICES = "devices";

  private final List<Problem> problems;

  ListenRules(List<Problem> problems) {
    this.problems = problems;
  }

  void check(Fields root) {
    Fields http = root.section("http");
    Fields metrics = root.section("metrics");
    Set<String> taken = new HashSet<>();
    addresses(http, "http.", taken);
    addresses(metrics, "metrics.", taken);
    beyondThisHost(http);
    http.sectionIfThere("tls").ifPresent(this::tls);
    if (metrics.list("listen").isEmpty() && metrics.get("webConfig").isPresent()) {
      add(
          metrics,
          "webConfig",
          "metrics.",
          "there is no listener that it is for, expected metrics.listen beside it");
    }
  }

  private void addresses(Fields fields, String path, Set<String> taken) {
    for (Checked one : fields.list("listen")) {
      ListenAddress address = new ListenAddress(((Checked.Word) one).text());
      if (address.port() > 65535) {
        problems.add(
            one.at().problem(path + "listen", "port " + address.port() + ", expected 0 to 65535"));
      } else if (address.port() != 0 && !taken.add(address.text())) {
        problems.add(
            one.at()
                .problem(
                    path + "listen",
                    "'" + address.text() + "' stands twice, expected one listener of an address"));
      }
    }
  }

  /** Requires TLS beyond loopback, as tokens would else cross the network for all to read. */
  private void beyondThisHost(Fields http) {
    if (http.get("tls").isPresent() || isWrong("http.tls")) {
      return;
    }
    for (Checked one : http.list("listen")) {
      ListenAddress address = new ListenAddress(((Checked.Word) one).text());
      if (!address.isLoopback()) {
        problems.add(
            one.at()
                .problem(
                    "http.listen",
                    "'"
                        + address.host()
                        + "' is beyond this host, where tokens need TLS; expected 127.0.0.1, [::1]"
                        + " or localhost, or 'tls: { certificate: file:/..., key: file:/... }'"
                        + " under http"));
      }
    }
  }

  private void tls(Fields tls) {
    boolean verifies = tls.get("clientCa").isPresent() || isWrong("http.tls.clientCa");
    if (!verifies && tls.flag("requireClient")) {
      add(tls, "requireClient", "http.tls.", "nothing to verify them with, expected clientCa");
    }
    if (!verifies && !tls.list("clients").isEmpty()) {
      add(tls, "clients", "http.tls.", "nothing to verify them with, expected clientCa");
    }
    int index = 0;
    for (Checked one : tls.list("clients")) {
      client((Fields) one, "http.tls.clients[" + index++ + "].");
    }
  }

  private void client(Fields client, String path) {
    int globs = client.list(DEVICES).size();
    if (globs > MOST_GLOBS) {
      add(client, DEVICES, path, "has " + globs + " globs, expected at most " + MOST_GLOBS);
    }
    if (globs > 0) {
      client
          .word("role")
          .flatMap(word -> Worded.find(Role.class, word))
          .flatMap(Role::wrongWithDevices)
          .ifPresent(why -> add(client, DEVICES, path, why));
    }
  }

  private boolean isWrong(String path) {
    return problems.stream().anyMatch(problem -> problem.key().startsWith(path));
  }

  private void add(Fields fields, String key, String path, String message) {
    problems.add(fields.placeOf(key).problem(path + key, message));
  }
}
