package dev.losslessd.http;

import dev.losslessd.commit.AuditListener;
import dev.losslessd.commit.CommitException;
import dev.losslessd.commit.Request;
import dev.losslessd.model.Maintenance;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what the audit is told of requests that their callers may not make. */
final class DeniedLines implements AuditListener {
  final List<String> lines = new CopyOnWriteArrayList<>();

  @Override
  public void denied(String actor, String what, Instant at) {
    lines.add(actor + " " + what);
  }

  @Override
  public void refused(Request request, CommitException why) {}

  @Override
  public void decides(String commit, String actor) {}

  @Override
  public void unjournaled(String commit) {}

  @Override
  public void frozen(boolean on, String actor, String why, Instant at) {}

  @Override
  public void maintenance(Maintenance maintenance, boolean on, String actor, Instant at) {}
}
