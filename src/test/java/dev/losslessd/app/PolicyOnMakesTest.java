package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.demo.DemoConfig;
import dev.losslessd.fabric.host.NicMake;
import dev.losslessd.house.SystemGroup;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The usual policy, whatever the make of the NICs: it lands, and rollback leaves them as found. */
@SystemGroup
class PolicyOnMakesTest {
  /** With the mark of RDMA, and an MTU that the NICs do not come with. */
  private static final String POLICY =
      DemoConfig.POLICY.replace("pfc: on,", "pfc: on, mark: on,") + "  mtu: 4200\n";

  private static final List<String> PORTS = List.of("gpu01:ens1f0np0", "gpu01:ens2f0np0");

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(value = NicMake.class, mode = EnumSource.Mode.EXCLUDE, names = "IONIC")
  void theUsualPolicyLandsAndIsTakenBack(NicMake make) throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", make, POLICY)) {
      fixture.start();
      List<List<String>> found = state(fixture);

      assertThat(fixture.type("plan").text()).contains("-> " + map(make));
      DaemonFixture.Typed applied = fixture.type("apply", "--yes", "--confirm");
      assertThat(applied.code()).as(applied.text()).isZero();

      assertThat(state(fixture))
          .allSatisfy(lines ->
              assertThat(lines)
                  .contains("pfc 3", "prio-tc [" + map(make).replace(",", ", ") + "]")
                  .contains("roce-tos 106", "mtu 4200")
                  .contains("traffic-class " + (make == NicMake.MLX5 ? 106 : -1))
                  .containsAll(wire(make)));
      assertThat(fixture.type("plan").text()).startsWith("No changes.");
      DaemonFixture.await(() -> fixture.type("drift").code() == 0, "drift after apply");

      DaemonFixture.Typed back = fixture.type("rollback", "--yes", "0", "--confirm");
      assertThat(back.code()).as(back.text()).isZero();
      DaemonFixture.await(() -> state(fixture).equals(found), "rollback has left something");

      DaemonFixture.Typed again = fixture.type("apply", "--yes");
      assertThat(again.code()).as(again.text()).isZero();
      DaemonFixture.Typed cancelled = fixture.type("cancel", "--yes");
      assertThat(cancelled.code()).as(cancelled.text()).isZero();
      DaemonFixture.await(() -> state(fixture).equals(found), "cancel has left something");
    }
  }

  private static List<List<String>> state(DaemonFixture fixture) {
    return PORTS.stream().map(port -> fixture.tell("state " + port)).toList();
  }

  /** Class of each priority, as the driver prints it. */
  private static String map(NicMake make) {
    return switch (make) {
      case MLX5, IONIC -> "0,0,0,3,0,0,6,0";
      case BNXT, HNS -> "0,0,0,1,0,0,2,0";
      case IRDMA -> "0,1,2,3,4,5,6,7";
    };
  }

  /** ETS settings as the driver itself prints them. */
  private static List<String> wire(NicMake make) {
    return switch (make) {
      case MLX5, IONIC ->
          List.of("tsa [2, 2, 2, 2, 2, 2, 0, 2]", "bandwidth [50, 0, 0, 50, 0, 0, 0, 0]");
      case BNXT, HNS ->
          List.of("tsa [2, 2, 0, 0, 0, 0, 0, 0]", "bandwidth [50, 50, 0, 0, 0, 0, 0, 0]");
      case IRDMA -> List.of("tsa [2, 2, 2, 2, 2, 2, 0, 2]", "bandwidth [45, 1, 1, 50, 1, 1, 0, 1]");
    };
  }
}
