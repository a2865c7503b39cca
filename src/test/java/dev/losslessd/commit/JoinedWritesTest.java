package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceLock;
import dev.losslessd.driver.Session;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Risk;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.plan.Joined;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** A port that has come up since its changes were planned. */
class JoinedWritesTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final PortId PORT = new PortId(LEAF, "Ethernet0");
  private static final Target TARGET = Target.port(PORT);

  /** A session that reports PFC as bouncing the link, as a switch does for a port that is up. */
  private record Bouncing(FakeNic box) implements Session {
    @Override
    public List<Target> targets() {
      return box.targets();
    }

    @Override
    public Capabilities capabilities(Target target) {
      return new Capabilities(
          target, Map.of(SettingKind.PFC, Capability.writable(Risk.LINK_BOUNCE)), 8);
    }

    @Override
    public Observed read(Target target) {
      return box.read(target);
    }

    @Override
    public void apply(Change change) {
      box.apply(change);
    }

    @Override
    public Set<SettingKind> joined() {
      return Set.of(SettingKind.PFC);
    }

    @Override
    public Sweeper sweeper(PortId port) {
      return box.sweeper(port);
    }

    @Override
    public void close() {
      box.close();
    }
  }

  private static Change change(Set<Risk> risks) {
    return new Change(TARGET, Pfc.OFF, new Pfc(PrioritySet.of(3)), List.of(PORT), risks);
  }

  @Test
  void whatWasToldOfNoBounceIsRefusedWhereItWouldBeOneByNow() {
    Session leaf = new Bouncing(new FakeNic(new WritePolicy(Mode.ENFORCE, false), PORT));
    Devices devices =
        new Devices() {
          @Override
          public List<Target> targets() {
            return leaf.targets();
          }

          @Override
          public Session session(DeviceId device) {
            if (!device.equals(LEAF)) {
              throw new DeviceException(DeviceException.Kind.GONE, "no device " + device);
            }
            return leaf;
          }
        };
    List<Change> silent = List.of(change(Set.of()));
    List<Change> declared = List.of(change(Set.of(Risk.LINK_BOUNCE)));
    Joined joined = JoinedWrites.of(devices, silent);
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      Runner runner =
          new Runner(
              devices,
              _ -> {},
              EngineThreads.of(threads),
              Duration.ofSeconds(5),
              new Permits(List.of()),
              new ConcurrentHashMap<>(),
              DeviceLock.Rank.COMMIT);
      assertThatThrownBy(() -> JoinedWrites.requireDeclared(runner, joined, silent))
          .hasMessageContaining("its link would go down and up by now", "plan again");
      JoinedWrites.requireDeclared(runner, joined, declared);
      JoinedWrites.requireDeclared(runner, Joined.NONE, silent);
    }
    assertThat(joined.has(silent.getFirst())).isTrue();
    Change elsewhere =
        new Change(
            Target.port(new PortId(new DeviceId("gone"), "Ethernet0")),
            Pfc.OFF,
            new Pfc(PrioritySet.of(3)),
            List.of(),
            Set.of());
    assertThat(JoinedWrites.of(devices, List.of(elsewhere))).isEqualTo(Joined.NONE);
  }
}
