package dev.losslessd.http;

import dev.losslessd.jobs.EnvAdvice;
import dev.losslessd.jobs.EnvAdvice.Library;
import dev.losslessd.jobs.JobHost;
import dev.losslessd.jobs.JobPort;
import dev.losslessd.watch.JobHosts;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The environment that a job needs on this host, with the facts that it follows from. */
final class EnvRoute {
  private static final String FOR = "for";
  private static final List<String> LIBRARIES =
      Arrays.stream(Library.values()).map(Library::toString).toList();

  private final JobHosts hosts;

  EnvRoute(JobHosts hosts) {
    this.hosts = hosts;
  }

  Route route() {
    return Route.get(
            "/api/v1/env", "Environment that a job needs on this host", "Env", this::answer)
        .choice(FOR, "for which library: nccl", LIBRARIES);
  }

  private HttpReply answer(HttpCall call) {
    Library library =
        call.query()
            .text(FOR)
            .map(word -> Library.valueOf(word.toUpperCase(Locale.ROOT)))
            .orElse(Library.NCCL);
    JobHost host = hosts.now();
    return HttpReply.ok(json(host, EnvAdvice.of(host, library)));
  }

  private static ObjectNode json(JobHost host, EnvAdvice advice) {
    ObjectNode json =
        Json.object()
            .put("host", host.host())
            .put("library", advice.library().toString())
            .put("rdma", advice.rdma());
    host.lossless()
        .ifPresentOrElse(
            one ->
                json.putObject("lossless")
                    .put("name", one.name())
                    .put("priority", one.priority().value())
                    .put("dscp", one.dscp().value())
                    .put("trafficClass", one.trafficClass()),
            () -> json.putNull("lossless"));
    ArrayNode variables = json.putArray("variables");
    advice
        .lines()
        .forEach(line ->
            variables
                .addObject()
                .put("name", line.name())
                .put("value", line.value())
                .put("reason", line.reason()));
    ArrayNode notes = json.putArray("notes");
    advice.notes().forEach(notes::add);
    ArrayNode bootstrap = json.putArray("bootstrap");
    host.bootstrap().forEach(bootstrap::add);
    ArrayNode ports = json.putArray("ports");
    List<JobPort> used = host.usable();
    host.ports().forEach(port -> ports.add(port(port, used.contains(port))));
    return json;
  }

  private static ObjectNode port(JobPort port, boolean used) {
    ObjectNode json =
        Json.object()
            .put("port", port.port().toString())
            .put("device", port.hca())
            .put("devicePort", port.hcaPort())
            .put("active", port.active())
            .put("contract", PlanJson.word(port.contract()))
            .put("leaf", port.leaf().isEmpty() ? null : port.leaf())
            .put("peer", port.peer().isEmpty() ? null : port.peer())
            .put("used", used)
            .put("obstacle", port.obstacle().isEmpty() ? null : port.obstacle());
    ArrayNode gids = json.putArray("gids");
    port.gids()
        .forEach(gid ->
            gids.addObject()
                .put("index", gid.index())
                .put("value", gid.value())
                .put("type", gid.type())
                .put("netdev", gid.netdev()));
    return json;
  }
}
