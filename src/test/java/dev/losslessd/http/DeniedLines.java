package dev.losslessd.http;

import dev.losslessd.commit.AuditListener;
import dev.losslessd.store.AuditEvent.Kind;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what the audit is told of requests that their callers may not make. */
final class DeniedLines implements AuditListener {
  final List<String> lines = new CopyOnWriteArrayList<>();

  @Override
  public void noted(Kind kind, String name, String actor, String what, Instant at) {
    if (kind == Kind.REFUSED) {
      lines.add(actor + " " + what);
    }
  }
}
