package dev.losslessd.config;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.model.Role;
import dev.losslessd.text.Worded;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks addresses and TLS of {@code http} and {@code metrics} against each other. */
record ListenRules(Mistakes mistakes) {
  private static final int MOST_GLOBS = 64;
  private static final String LISTEN = "listen";
  private static final String DEVICES = "devices";

  void check(Fields root) {
    Fields http = root.section("http");
    Fields metrics = root.section("metrics");
    Set<String> taken = new HashSet<>();
    addresses(http, taken);
    addresses(metrics, taken);
    if (!http.has("tls") && !mistakes.has(http.placeOf("tls"))) {
      beyondThisHost(http);
    }
    http.sectionIfThere("tls").ifPresent(this::tls);
    if (metrics.list(LISTEN).isEmpty() && metrics.has("webConfig")) {
      String why = "there is no listener that it is for, expected metrics.listen beside it";
      mistakes.at(metrics, "webConfig", why);
    }
  }

  private void addresses(Fields fields, Set<String> taken) {
    for (Checked one : fields.list(LISTEN)) {
      ListenAddress address = new ListenAddress(one.text());
      if (address.port() > 65535) {
        String why = "port " + address.port() + ", expected 0 to 65535";
        mistakes.item(fields, LISTEN, one, why);
      } else if (address.port() != 0 && !taken.add(address.text())) {
        String why = "'" + address.text() + "' stands twice, expected one listener of an address";
        mistakes.item(fields, LISTEN, one, why);
      }
    }
  }

  /** Requires TLS beyond loopback, as tokens would else cross the network for all to read. */
  private void beyondThisHost(Fields http) {
    for (Checked one : http.list(LISTEN)) {
      ListenAddress address = new ListenAddress(one.text());
      if (!address.isLoopback()) {
        String why =
            "' is beyond this host, where tokens need TLS; expected 127.0.0.1, [::1] or localhost,"
                + " or 'tls: { certificate: file:/..., key: file:/... }' under http";
        mistakes.item(http, LISTEN, one, "'" + address.host() + why);
      }
    }
  }

  private void tls(Fields tls) {
    boolean verifies = tls.has("clientCa") || mistakes.has(tls.placeOf("clientCa"));
    if (!verifies && tls.flag("requireClient")) {
      mistakes.at(tls, "requireClient", "nothing to verify them with, expected clientCa");
    }
    List<Fields> clients = tls.sections("clients");
    if (!verifies && !clients.isEmpty()) {
      mistakes.at(tls, "clients", "nothing to verify them with, expected clientCa");
    }
    clients.forEach(this::client);
  }

  private void client(Fields client) {
    int globs = client.list(DEVICES).size();
    if (globs > MOST_GLOBS) {
      mistakes.at(client, DEVICES, "has " + globs + " globs, expected at most " + MOST_GLOBS);
    }
    if (globs > 0) {
      client
          .word("role")
          .flatMap(word -> Worded.find(Role.class, word))
          .flatMap(Role::wrongWithDevices)
          .ifPresent(why -> mistakes.at(client, DEVICES, why));
    }
  }
}
