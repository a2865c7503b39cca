package dev.losslessd.inventory;

import dev.losslessd.commit.AuditListener;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.HostKeyOffer;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Target;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.ssh.HostTrust;
import dev.losslessd.transport.ssh.TrustException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Host keys of the switches in the config, and of jump hosts on the way to them.
 *
 * @param turn one file serves many switches
 */
record RegisteredTrust(
    SwitchRegistry registry, AuditListener audit, InstantSource clock, ReentrantLock turn)
    implements SwitchTrust {
  @Override
  public Collection<String> names() {
    return registry.logins().values().stream()
        .flatMap(login -> login.names().stream())
        .sorted()
        .distinct()
        .toList();
  }

  @Override
  public HostKeyOffer look(String name) {
    Found found = find(name).orElseThrow();
    return attempted(() -> keys(found, found.trust().get().look()));
  }

  @Override
  public HostKeyOffer trust(String name, String fingerprint, String actor) {
    Found found = find(name).orElseThrow();
    turn.lock();
    try {
      HostKeyOffer taken =
          attempted(() ->
              found.trust().get().trust(fingerprint, now -> audited(keys(found, now), actor)));
      registry.logins().values().stream()
          .filter(login -> login.names().contains(name))
          .forEach(SwitchLogin::keyTaken);
      return keys(found, taken);
    } catch (Refused e) {
      AuditListener.hostKey(audit, false, name, actor, e.getMessage(), clock.instant());
      throw e;
    } finally {
      turn.unlock();
    }
  }

  private void audited(HostKeyOffer keys, String actor) {
    String old =
        keys.known().stream()
            .filter(one -> !one.offered())
            .map(one -> one.key().toString())
            .collect(Collectors.joining(", "));
    String what =
        keys.offered()
            + (old.isEmpty() ? "" : " in place of " + old)
            + keys.file().map(file -> " in " + file).orElse("");
    AuditListener.hostKey(audit, true, keys.name(), actor, what, clock.instant());
  }

  @Override
  public Optional<Identities> identity(String name) {
    DeviceId device = new DeviceId(name);
    if (!registry.has(device)) {
      return Optional.empty();
    }
    Target box = new Target.Device(device);
    try {
      Identity told = registry.session(device).identity(box);
      return Optional.of(new Identities(new TreeMap<>(Map.of(box, told))));
    } catch (DeviceException e) {
      return Optional.empty();
    }
  }

  /** A switch or jump host, and the login on whose way it is. */
  private record Found(SwitchLogin login, Supplier<HostTrust> trust) {}

  private Optional<Found> find(String name) {
    Collection<SwitchLogin> logins = registry.logins().values();
    Optional<Found> box =
        logins.stream()
            .filter(login -> login.isOf(name))
            .findFirst()
            .map(login -> new Found(login, login::trust));
    return box.or(() ->
        logins.stream()
            .filter(login -> login.trustOfJump(name).isPresent())
            .findFirst()
            .map(login -> new Found(login, () -> login.trustOfJump(name).orElseThrow())));
  }

  private static HostKeyOffer keys(Found found, HostKeyOffer offer) {
    return offer.refusedSince(found.login().keyRefusal().map(SwitchLogin.KeyRefusal::since));
  }

  private static <T> T attempted(Supplier<T> work) {
    try {
      return work.get();
    } catch (TransportException e) {
      throw new Refused(Refused.Kind.DEVICE, e);
    } catch (TrustException e) {
      throw new Refused(
          e.kind() == TrustException.Kind.FILE ? Refused.Kind.FILE : Refused.Kind.KEY, e);
    }
  }
}
