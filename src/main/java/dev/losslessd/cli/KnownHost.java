package dev.losslessd.cli;

import dev.losslessd.jobs.JobClass;
import dev.losslessd.jobs.JobHost;
import dev.losslessd.jobs.JobPort;
import dev.losslessd.jobs.LogContext;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the daemon knows of this host and its fabric, for verbs that can do without it.
 *
 * @param lack why nothing is known; empty where the daemon answered
 */
record KnownHost(JobHost host, LogContext context, String lack) {
  /** Asks the daemon; where none answers, nothing is known. */
  static KnownHost ask(Daemon daemon) {
    try {
      JobHost host = host(daemon.get("env"));
      JsonValue nics = daemon.list("nics");
      return new KnownHost(host, context(nics, daemon.list("findings")), "");
    } catch (CliException | ProblemException e) {
      return new KnownHost(JobHost.UNKNOWN, LogContext.NONE, String.valueOf(e.getMessage()));
    } finally {
      daemon.progress().clear();
    }
  }

  /** The document of {@code GET /api/v1/env}. */
  static JobHost host(JsonValue env) {
    JsonValue lossless = env.at("lossless");
    return new JobHost(
        env.at("host").text(),
        env.at("ports").items().stream().map(KnownHost::port).toList(),
        lossless.isNothing()
            ? Optional.empty()
            : Optional.of(
                new JobClass(
                    lossless.at("name").text(),
                    Priority.of(number(lossless.at("priority"))),
                    Dscp.of(number(lossless.at("dscp"))))),
        env.at("bootstrap").items().stream().map(JsonValue::text).toList());
  }

  private static JobPort port(JsonValue one) {
    return new JobPort(
        PortId.parse(one.at("port").text()),
        one.at("device").text(),
        number(one.at("devicePort")),
        one.at("active").isTrue(),
        JobPort.Contract.valueOf(one.at("contract").text().toUpperCase(Locale.ROOT)),
        one.at("leaf").text(),
        one.at("gids").items().stream().map(KnownHost::gid).toList(),
        one.at("obstacle").text(),
        one.at("peer").text());
  }

  private static Gid gid(JsonValue one) {
    return new Gid(
        number(one.at("index")),
        one.at("value").text(),
        one.at("type").text(),
        one.at("netdev").text());
  }

  private static LogContext context(JsonValue nics, JsonValue findings) {
    Map<String, List<String>> hcas = new HashMap<>();
    Map<String, String> ports = new HashMap<>();
    for (JsonValue nic : nics.at("items").items()) {
      String port = nic.at("port").text();
      String device = nic.at("rdmaDevice").text();
      if (!device.isEmpty() && nic.at("state").text().equals("ACTIVE")) {
        hcas.computeIfAbsent(port.split(":", 2)[0], _ -> new ArrayList<>()).add(device);
      }
      nic.at("gids").items().forEach(gid -> ports.put(gid.at("value").text(), port));
    }
    Map<String, List<String>> found = new HashMap<>();
    for (JsonValue one : findings.at("items").items()) {
      found
          .computeIfAbsent(one.at("subject").text(), _ -> new ArrayList<>())
          .add(one.at("message").text() + " (since " + one.at("since").time() + ")");
    }
    return new LogContext(hcas, ports, found);
  }

  private static int number(JsonValue value) {
    return (int) value.number().orElse(0);
  }
}
