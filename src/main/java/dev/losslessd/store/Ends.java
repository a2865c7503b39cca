package dev.losslessd.store;

import dev.losslessd.store.AuditEvent.Kind;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Which ends of commits are known, one bit each, and the last thaws. A journal keeps it also of
 * records that it no longer has, so that the audit can be compared with it. Safe for threads.
 */
public final class Ends {
  /** An older one settles nothing that a younger does not. */
  private static final int THAWS = 16;

  private final Map<Kind, Numbers> known = new EnumMap<>(Kind.class);
  private final ArrayDeque<Instant> thaws = new ArrayDeque<>();

  Ends() {
    for (Kind kind : Kind.values()) {
      if (kind.isOutcome()) {
        known.put(kind, new Numbers());
      }
    }
  }

  synchronized void add(Kind kind, String commit) {
    CommitIds.number(commit).ifPresent(number -> of(kind).add(number));
  }

  synchronized void thawed(Instant at) {
    thaws.addLast(at);
    if (thaws.size() > THAWS) {
      thaws.removeFirst();
    }
  }

  /**
   * @param kind one that {@link Kind#isOutcome is an outcome}
   */
  public synchronized boolean has(Kind kind, String commit) {
    var number = CommitIds.number(commit);
    return number.isPresent() && of(kind).has(number.getAsInt());
  }

  public synchronized boolean hasThaw(Instant at) {
    return thaws.contains(at);
  }

  /** Whether all of these are in the other as well. */
  synchronized boolean isWithin(Ends other) {
    return known.entrySet().stream()
        .allMatch(one -> one.getValue().isWithin(other.of(one.getKey())));
  }

  /** Forgets the ends, not the thaws. */
  synchronized void clear() {
    known.values().forEach(Numbers::clear);
  }

  synchronized void write(DataOutputStream out) throws IOException {
    for (Numbers numbers : known.values()) {
      numbers.write(out);
    }
    out.writeInt(thaws.size());
    for (Instant at : thaws) {
      EntryCodec.time(out, at);
    }
  }

  static Ends read(DataInputStream in) throws IOException {
    Ends ends = new Ends();
    for (Kind kind : Kind.values()) {
      if (kind.isOutcome()) {
        ends.known.put(kind, Numbers.read(in));
      }
    }
    for (int left = in.readInt(); left > 0; left--) {
      ends.thawed(EntryCodec.time(in));
    }
    return ends;
  }

  private Numbers of(Kind kind) {
    return Objects.requireNonNull(known.get(kind), "an outcome");
  }
}
