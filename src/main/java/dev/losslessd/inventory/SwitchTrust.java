package dev.losslessd.inventory;

import dev.losslessd.commit.AuditListener;
import dev.losslessd.model.HostKeyOffer;
import dev.losslessd.model.Identities;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Host keys of switches and jump hosts: what is known, what is offered, and which one is taken. */
public interface SwitchTrust {
  /** Returns the host keys of a registry's switches and their jump hosts. */
  static SwitchTrust of(SwitchRegistry registry, AuditListener audit, InstantSource clock) {
    return new RegisteredTrust(registry, audit, clock, new ReentrantLock());
  }

  /** Whether there is a switch with SSH, or a jump host of one, with this name. */
  default boolean has(String name) {
    return names().contains(name);
  }

  /** Names of all of them. */
  Collection<String> names();

  /**
   * Asks for the keys; nothing is logged in to but the jump host before it.
   *
   * @throws Refused DEVICE or FILE
   */
  HostKeyOffer look(String name);

  /**
   * Takes the offered key in place of those that the host has no more, if it has this fingerprint.
   * The audit has it before the file is changed.
   *
   * @param actor who has compared it
   * @throws Refused the file is as it was
   */
  HostKeyOffer trust(String name, String fingerprint, String actor);

  /** What a switch says that it is, now that it is reached; empty where it is not. */
  Optional<Identities> identity(String name);

  /** A key is not taken or not seen. No file was changed. */
  final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why it was refused. */
    public enum Kind {
      /** Not this key: pinned otherwise, revoked, or another one by now. */
      KEY,
      /** The file of known hosts cannot be changed. */
      FILE,
      /** It does not answer. */
      DEVICE
    }

    private final Kind kind;

    public Refused(Kind kind, RuntimeException cause) {
      super(cause.getMessage(), cause);
      this.kind = kind;
    }

    public Kind kind() {
      return kind;
    }

    @Override
    public String getMessage() {
      return Objects.requireNonNull(super.getMessage());
    }
  }
}
