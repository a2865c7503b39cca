package dev.losslessd.commit;

import dev.losslessd.store.Ahead;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops all writing and lets it go on: in the journal, and at the gate. */
record Freezing(EngineDependencies dependencies, CommitLog commitLog) {
  private static final Logger LOG = LoggerFactory.getLogger(Freezing.class);

  /** Stops writing where the journal has lost its end. */
  void doubt(Ahead ahead) {
    if (ahead.isEmpty() || commitLog.read(History::freezer).equals(AuditEvent.DAEMON)) {
      return;
    }
    try {
      freeze(AuditEvent.DAEMON, "not in the journal: " + ahead.text());
    } catch (StoreException e) {
      LOG.error("frozen until the next start, which finds it out anew: {}", e.getMessage());
    }
  }

  /** A thaw in its middle would leave the gate open and the journal frozen. */
  synchronized void freeze(String actor, String why) {
    Instant now = dependencies.time().now();
    dependencies.writePolicy().freeze(true);
    commitLog.append(new Entry.Frozen(true, actor, why, now));
    dependencies.auditListener().frozen(true, actor, why, now);
  }

  synchronized void thaw(String actor) {
    Instant now = dependencies.time().now();
    commitLog.append(new Entry.Frozen(false, actor, "", now));
    dependencies.writePolicy().freeze(false);
    dependencies.auditListener().frozen(false, actor, "", now);
  }
}
