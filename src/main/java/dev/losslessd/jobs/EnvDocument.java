package dev.losslessd.jobs;

import dev.losslessd.model.Verdict;
import dev.losslessd.text.Fields;
import java.util.List;

/** The environment that a job needs, with the facts that it follows from, as a document. */
public final class EnvDocument {
  private EnvDocument() {}

  /** Returns the document's fields in their order: text, numbers, booleans, lists, maps, null. */
  public static Fields of(JobHost host, EnvAdvice advice) {
    List<JobPort> used = host.usable();
    return new Fields()
        .with("host", host.host())
        .with("library", advice.library().toString())
        .with("rdma", advice.rdma())
        .with("lossless", host.lossless().map(EnvDocument::lossless))
        .with("variables", advice.lines().stream().map(EnvDocument::line).toList())
        .with("notes", advice.notes())
        .with("bootstrap", host.bootstrap())
        .with("ports", host.ports().stream().map(one -> port(one, used.contains(one))).toList());
  }

  private static Fields lossless(JobClass one) {
    return new Fields()
        .with("name", one.name())
        .with("priority", one.priority().value())
        .with("dscp", one.dscp().value())
        .with("trafficClass", one.trafficClass());
  }

  private static Fields line(EnvLine line) {
    return new Fields()
        .with("name", line.name())
        .with("value", line.value())
        .with("reason", line.reason());
  }

  private static Fields port(JobPort port, boolean used) {
    return new Fields()
        .with("port", port.port().toString())
        .with("device", port.hca())
        .with("devicePort", port.hcaPort())
        .with("active", port.active())
        .with("contract", Verdict.Words.LINK.of(port.contract()))
        .withText("leaf", port.leaf())
        .withText("peer", port.peer())
        .with("used", used)
        .withText("obstacle", port.obstacle())
        .with("gids", port.gids().stream().map(Fields::of).toList());
  }
}
