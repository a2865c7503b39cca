package dev.losslessd.cli;

import dev.losslessd.jobs.JobClass;
import dev.losslessd.jobs.JobHost;
import dev.losslessd.jobs.JobPort;
import dev.losslessd.jobs.LogContext;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the daemon knows of this host and its fabric, for verbs that can do without it.
 *
 * @param scope the host that it looks at
 * @param lack why nothing is known; empty where the daemon answered
 */
record KnownHost(JobHost host, LogContext context, Scope scope, String lack) {
  /**
   * The host of a daemon.
   *
   * @param root where that is a folder, as of a demo
   * @param excluded globs of NICs that are never opened; empty where no daemon answered
   */
  record Scope(Optional<Path> root, Optional<List<String>> excluded) {
    static final Scope NONE = new Scope(Optional.empty(), Optional.empty());

    /** Reads the document of {@code GET /api/v1/env}. */
    static Scope of(JsonValue env) {
      String root = env.at("root").text();
      return new Scope(
          root.isEmpty() || root.equals("/") ? Optional.empty() : Optional.of(Path.of(root)),
          Optional.of(env.at("excluded").items().stream().map(JsonValue::text).toList()));
    }

    LocalVerbs.HostScope at(Path config, Duration patience) {
      return new LocalVerbs.HostScope(config, root, excluded, patience);
    }
  }

  /**
   * Asks the daemon, and looks at the host in this process: which devices a job can open, and which
   * netdevs and addresses it has, is known where it runs.
   *
   * @param config of the host, where no daemon answers
   * @param look longest look at the files of this host
   */
  static KnownHost ask(Context context, Daemon daemon, Path config, Duration look) {
    KnownHost known = ask(daemon);
    LocalVerbs.SeenHost seen;
    try {
      seen = context.local().jobHost(known.scope().at(config, look));
    } catch (IllegalStateException e) {
      seen = new LocalVerbs.SeenHost(JobHost.UNKNOWN, String.valueOf(e.getMessage()));
    }
    String lack = seen.lack().isEmpty() ? known.lack() : join(known.lack(), seen.lack());
    return new KnownHost(known.host().seenAs(seen.host()), known.context(), known.scope(), lack);
  }

  private static String join(String one, String other) {
    return one.isEmpty() ? other : one + "; " + other;
  }

  /** Asks the daemon; where none answers, nothing is known. */
  static KnownHost ask(Daemon daemon) {
    try {
      JsonValue env = daemon.get("env");
      JsonValue nics = daemon.list("nics");
      LogContext context = context(nics, daemon.list("findings"));
      return new KnownHost(host(env), context, Scope.of(env), "");
    } catch (CliException | ProblemException e) {
      String lack = String.valueOf(e.getMessage()).split(";", 2)[0];
      return new KnownHost(JobHost.UNKNOWN, LogContext.NONE, Scope.NONE, lack);
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
        Verdict.Words.LINK.verdict(one.at("contract").text()),
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
