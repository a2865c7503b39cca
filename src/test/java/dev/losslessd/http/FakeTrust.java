package dev.losslessd.http;

import dev.losslessd.inventory.SwitchTrust;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.HostKeyOffer;
import dev.losslessd.model.HostKeyOffer.Key;
import dev.losslessd.model.HostKeyOffer.Known;
import dev.losslessd.model.HostKeyOffer.State;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Host keys of a switch that has a new one, silent and foreign as the device is. */
final class FakeTrust implements SwitchTrust {
  static final String OLD = "SHA256:" + "o".repeat(43);
  static final String NEW = "SHA256:" + "n".repeat(43);

  private final FakeNic device;
  String offered = NEW;
  String trusted = OLD;
  Identity identity = Identity.NONE;
  Optional<Refused.Kind> fails = Optional.empty();

  FakeTrust(FakeNic device) {
    this.device = device;
  }

  @Override
  public Collection<String> names() {
    return List.of("leaf1", "bastion1");
  }

  @Override
  public HostKeyOffer look(String name) {
    Optional<Refused.Kind> now = device.silent ? Optional.of(Refused.Kind.DEVICE) : fails;
    now.ifPresent(kind -> {
      throw new Refused(kind, new IllegalStateException("leaf1 does not answer"));
    });
    boolean same = offered.equals(trusted);
    return new HostKeyOffer(
        name,
        "[10.0.0.1]:830",
        Optional.of(Path.of("/var/lib/losslessd/known_hosts")),
        new Key("ssh-ed25519", offered),
        List.of(new Known(new Key("ssh-ed25519", trusted), same)),
        same ? State.KNOWN : State.CHANGED,
        same ? Optional.empty() : Optional.of(Instant.parse("2026-03-01T10:00:00Z")));
  }

  @Override
  public HostKeyOffer trust(String name, String fingerprint, String actor) {
    look(name);
    if (!fingerprint.equals(offered) || !device.foreign.isEmpty()) {
      throw new Refused(
          Refused.Kind.KEY, new IllegalStateException(name + " offers " + offered + " now"));
    }
    trusted = offered;
    return look(name);
  }

  @Override
  public Optional<Identities> identity(String name) {
    return Optional.of(Identities.of(new Target.Device(new DeviceId(name)), identity));
  }
}
