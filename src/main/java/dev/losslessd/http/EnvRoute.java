package dev.losslessd.http;

import dev.losslessd.jobs.EnvAdvice;
import dev.losslessd.jobs.EnvAdvice.Library;
import dev.losslessd.jobs.EnvDocument;
import dev.losslessd.jobs.JobHost;
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
  private final HttpSources.About about;

  EnvRoute(JobHosts hosts, HttpSources.About about) {
    this.hosts = hosts;
    this.about = about;
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
    ObjectNode json = Json.object(EnvDocument.of(host, EnvAdvice.of(host, library)));
    // for a caller on this host, who may not read the config
    json.put("root", about.root().toString());
    ArrayNode excluded = json.putArray("excluded");
    about.excluded().get().forEach(excluded::add);
    return HttpReply.ok(json);
  }
}
