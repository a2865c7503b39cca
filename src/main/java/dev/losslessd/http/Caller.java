package dev.losslessd.http;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Key;
import dev.losslessd.model.Role;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a request, and what they may do.
 *
 * @param name {@code uid:0}, {@code token}, {@code token:ci}, {@code cert:ops}, {@link #ANYONE}
 * @param role null where there is none: beyond this host, without a token
 * @param scope devices that may be changed
 * @param source address of a client on TCP; empty for the Unix socket
 * @param valid false once its token was revoked or has ended, also while a request runs
 */
record Caller(
    String name, @Nullable Role role, DeviceScope scope, String source, BooleanSupplier valid) {
  /** A caller whose right to ask does not end while it asks. */
  Caller(String name, @Nullable Role role, DeviceScope scope, String source) {
    this(name, role, scope, source, () -> true);
  }

  /** Name of a caller who showed nothing. */
  static final String ANYONE = "anyone";

  /** A user of the Unix socket: its file mode says who may. */
  static Caller peer(String name) {
    return new Caller(name, Role.ADMIN, DeviceScope.ALL, "");
  }

  /** A caller on loopback who showed nothing: reads are free there. */
  static Caller anyone(String source) {
    return new Caller(ANYONE, Role.VIEWER, DeviceScope.ALL, source);
  }

  /** A caller from beyond this host who showed nothing. */
  static Caller stranger(String source) {
    return new Caller(ANYONE, null, DeviceScope.ALL, source);
  }

  /** Whether it showed who it is. */
  boolean isNamed() {
    return !name.equals(ANYONE);
  }

  /**
   * @throws ProblemException 401, its token was revoked or has ended meanwhile
   */
  void requireValid() {
    if (!valid.getAsBoolean()) {
      throw AccessControl.unauthorized("the token was revoked or has ended");
    }
  }

  /** Name and source as journal and audit keep them: {@code token:ci@10.0.0.5}. */
  String actor() {
    return source.isEmpty() ? name : name + "@" + source;
  }

  /**
   * @throws ProblemException 401 for a caller without a name, 403 for one whose role is less
   */
  void requireRole(Role needed) {
    if (role != null && role.covers(needed)) {
      return;
    }
    if (!isNamed()) {
      throw AccessControl.unauthorized("no token was sent");
    }
    throw ProblemException.notAllowed(
        name
            + " has "
            + (role == null ? "no role" : "the role " + role.word())
            + ", expected "
            + needed.word()
            + (needed == Role.ADMIN ? "" : " or more"));
  }

  /**
   * @throws ProblemException 403, a device outside its scope
   */
  void requireScope(Iterable<DeviceId> devices) {
    for (DeviceId device : devices) {
      if (!scope.covers(device)) {
        throw ProblemException.notAllowed(
            device + " is outside the scope of " + name + ", expected " + scope.text());
      }
    }
  }

  /**
   * @throws ProblemException 403, a key of a device outside its scope
   */
  void requireScopeOf(Set<Key> some, Set<Key> more) {
    requireScope(
        Stream.concat(some.stream(), more.stream())
            .sorted()
            .map(key -> key.target().device())
            .toList());
  }
}
