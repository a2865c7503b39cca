package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.checks.ReadinessBoard;
import dev.losslessd.jobs.JobPort;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Nics;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Policy;
import dev.losslessd.model.PortCount;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingState;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A port whose cable leads to another host has no leaf. */
class JobHostsTest {
  private static final DeviceId HOST = new DeviceId("spark1");
  private static final PortId PORT = new PortId(HOST, "enp1s0f0np0");

  private static JobPort wiredTo(String far) {
    Link link = new Link(PORT, PortId.parse(far), OptionalInt.empty(), Link.Source.LLDP);
    return new JobHosts(
            HOST,
            new OneNic(),
            new OneLink(new LinkContract(link, List.of())),
            new LosslessClass(() -> Policy.NOTHING, () -> Intent.NOTHING),
            new ReadinessBoard(
                () -> Instant.EPOCH,
                () -> {
                  throw new AssertionError("no check is asked");
                }))
        .now()
        .ports()
        .getFirst();
  }

  @Test
  void aPeerHostIsNoLeaf() {
    assertThat(wiredTo("spark2:enp1s0f0np0").leaf()).isEmpty();
    assertThat(wiredTo("spark2:enp1s0f0np0").peer()).isEqualTo("spark2");
    assertThat(wiredTo("spark2:enp1s0f0np0").without("is DOWN").peer()).isEqualTo("spark2");
  }

  @Test
  void aSwitchIsALeafAlsoOneThatTheConfigHasNot() {
    assertThat(wiredTo("leaf1:swp3").leaf()).isEqualTo("leaf1");
    assertThat(wiredTo("leaf9:Ethernet1/3").leaf()).isEqualTo("leaf9");
    assertThat(wiredTo("leaf9:Ethernet1/3").peer()).isEmpty();
  }

  @Test
  void whatMayBeEitherIsNeither() {
    assertThat(wiredTo("node5:0c:42:a1:5e:00:0a").leaf()).isEmpty();
    assertThat(wiredTo("node5:0c:42:a1:5e:00:0a").peer()).isEmpty();
  }

  private record OneNic() implements DeviceReport {
    @Override
    public List<DrivenNic> nics() {
      return List.of(new DrivenNic(Nics.plain(PORT, "rocep1s0f0", 1), "mlx5"));
    }

    @Override
    public PortCount rdmaPorts() {
      return new PortCount(1, OptionalInt.empty());
    }

    @Override
    public List<DeviceHealth> devices() {
      return List.of();
    }

    @Override
    public List<KnownSwitch> switches() {
      return List.of();
    }

    @Override
    public Optional<Boolean> isSwitch(DeviceId device) {
      return device.name().equals("leaf1") ? Optional.of(true) : Optional.empty();
    }
  }

  private record OneLink(LinkContract contract) implements Judgement {
    @Override
    public List<Finding> findings() {
      return List.of();
    }

    @Override
    public Optional<DriftBook.Fact> drift(Key key) {
      return Optional.empty();
    }

    @Override
    public SortedMap<DeviceId, Map<SettingState, Integer>> settings() {
      return new TreeMap<>();
    }

    @Override
    public List<String> unjudged(Plan plan) {
      return List.of();
    }

    @Override
    public List<LinkContract> contracts() {
      return List.of(contract);
    }
  }
}
