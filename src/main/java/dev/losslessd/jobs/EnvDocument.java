package dev.losslessd.jobs;

import dev.losslessd.model.Nic.Gid;
import dev.losslessd.text.Worded;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The environment that a job needs, with the facts that it follows from, as a document. */
public final class EnvDocument {
  private EnvDocument() {}

  /** Returns the document's fields in their order: text, numbers, booleans, lists, maps, null. */
  public static Map<String, @Nullable Object> of(JobHost host, EnvAdvice advice) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("host", host.host());
    fields.put("library", advice.library().toString());
    fields.put("rdma", advice.rdma());
    fields.put("lossless", host.lossless().map(EnvDocument::lossless).orElse(null));
    fields.put("variables", advice.lines().stream().map(EnvDocument::line).toList());
    fields.put("notes", advice.notes());
    fields.put("bootstrap", host.bootstrap());
    List<JobPort> used = host.usable();
    fields.put("ports", host.ports().stream().map(one -> port(one, used.contains(one))).toList());
    return fields;
  }

  private static Map<String, Object> lossless(JobClass one) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", one.name());
    fields.put("priority", one.priority().value());
    fields.put("dscp", one.dscp().value());
    fields.put("trafficClass", one.trafficClass());
    return fields;
  }

  private static Map<String, Object> line(EnvLine line) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", line.name());
    fields.put("value", line.value());
    fields.put("reason", line.reason());
    return fields;
  }

  private static Map<String, @Nullable Object> port(JobPort port, boolean used) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("port", port.port().toString());
    fields.put("device", port.hca());
    fields.put("devicePort", port.hcaPort());
    fields.put("active", port.active());
    fields.put("contract", Worded.of(port.contract()));
    fields.put("leaf", port.leaf().isEmpty() ? null : port.leaf());
    fields.put("peer", port.peer().isEmpty() ? null : port.peer());
    fields.put("used", used);
    fields.put("obstacle", port.obstacle().isEmpty() ? null : port.obstacle());
    fields.put("gids", port.gids().stream().map(EnvDocument::gid).toList());
    return fields;
  }

  private static Map<String, Object> gid(Gid gid) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("index", gid.index());
    fields.put("value", gid.value());
    fields.put("type", gid.type());
    fields.put("netdev", gid.netdev());
    return fields;
  }
}
