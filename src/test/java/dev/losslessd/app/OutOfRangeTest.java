package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.SwitchSystem;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values that a device would not keep are refused in the plan, before anything is written. */
@SystemGroup
class OutOfRangeTest {
  private static final String NIC = "/api/v1/ports/gpu01/ens1f0np0/";
  private static final String LEAF = "/api/v1/devices/leaf1/";

  @TempDir private Path folder;

  /** A schedule whose first class is served in an odd way. */
  private static String ets(String first) {
    String others = ",{\"selection\":\"ets\",\"bandwidthPercent\":0}".repeat(6);
    return "{\"classes\":[{\"selection\":\""
        + first
        + "\",\"bandwidthPercent\":0},{\"selection\":\"ets\",\"bandwidthPercent\":100}"
        + others
        + "],\"classOfPriority\":[0,1,2,3,4,5,6,7]}";
  }

  private static void assertRefused(DaemonFixture fixture, String path, String body, String why) {
    HttpResponse<String> reply = fixture.put(path + "?acceptScope=true", body);

    assertThat(reply.statusCode()).as(path + " " + reply.body()).isEqualTo(422);
    assertThat(reply.body()).as(path).contains("\"rule\":\"range\"").contains(why);
  }

  @Test
  void ofANic() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      List<String> found = fixture.tell("state gpu01:ens1f0np0");

      assertRefused(
          fixture,
          NIC + "max-rate",
          "{\"kbitPerSecond\":[150,0,0,0,0,0,0,0]}",
          "in steps of 100mbit");
      assertRefused(
          fixture,
          NIC + "headroom",
          "{\"bufferOfPriority\":[0,0,0,0,0,0,0,0],\"bufferBytes\":[4000000000,0,0,0,0,0,0,0]}",
          "the NIC has");
      assertRefused(fixture, NIC + "ets", ets("cb-shaper"), "no credit-based shaper");
      assertRefused(
          fixture, NIC + "optional-counters", "{\"on\":[\"no_such_counter\"]}", "expected of");

      assertThat(fixture.tell("state gpu01:ens1f0np0")).isEqualTo(found);
      assertThat(fixture.get("/api/v1/commits").body()).contains("\"items\":[]");
    }
  }

  @Test
  void ofASwitch() throws Exception {
    try (DaemonFixture fixture =
        new DaemonFixture(folder, "enforce", "", List.of(SwitchSystem.NVUE, SwitchSystem.NVUE))) {
      fixture.manage("leaf1", "nvue", "[swp1]");
      fixture.start();

      assertRefused(
          fixture,
          LEAF + "ecn",
          "{\"marking\":{\"3\":{\"minBytes\":150000,\"maxBytes\":1500000,\"probabilityPercent\":0}}}",
          "outside 1..100");
      assertRefused(fixture, LEAF + "ets", ets("vendor"), "expected strict or ets");
      assertRefused(fixture, "/api/v1/ports/leaf1/swp1/mtu", "{\"bytes\":300}", "mtu 300");

      assertThat(fixture.get("/api/v1/commits").body()).contains("\"items\":[]");
    }
  }
}
