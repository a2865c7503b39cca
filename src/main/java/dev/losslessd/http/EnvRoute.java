package dev.losslessd.http;

import dev.losslessd.jobs.EnvAdvice;
import dev.losslessd.jobs.EnvAdvice.Library;
import dev.losslessd.jobs.EnvDocument;
import dev.losslessd.jobs.JobHost;
import dev.losslessd.watch.JobHosts;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The environment that a job needs on this host, with the facts that it follows from. */
record EnvRoute(JobHosts hosts, HttpSources.About about) {
  private static final String FOR = "for";
  private static final List<String> LIBRARIES =
      Arrays.stream(Library.values()).map(Library::toString).toList();

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
    // root and excluded are for a caller on this host, who may not read the config
    return HttpReply.ok(
        EnvDocument.of(host, EnvAdvice.of(host, library))
            .with("root", about.root().toString())
            .with("excluded", about.excluded().get()));
  }
}
