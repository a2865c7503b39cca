package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.store.AuditText;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two callers decide about one commit at once, by the real daemon's socket and by its REST: the
 * audit names the one whose decision was carried out.
 */
@SystemGroup
class DecidersEndTest {
  private static final String NIC = "gpu01:ens1f0np0";

  private static final String PORT = "/api/v1/ports/gpu01/ens1f0np0";

  @TempDir private Path folder;
  private final LatePace pace = new LatePace();

  private DaemonFixture agent(Fabric fabric) throws IOException {
    String more = "commit: { settle: 0s, deviceDeadline: 30s }\n";
    DaemonFixture agent = new DaemonFixture(folder, fabric, "gpu01", "enforce", "mlx5_*", more);
    String config = Files.readString(agent.config);
    Files.writeString(
        agent.config,
        config.replace("poll: { nic: 1s, settings: 1s }", "poll: { nic: 60s, settings: 300s }"));
    return agent;
  }

  @Test
  void whoeverIsSecondIsRefusedAndNotNamed() throws Exception {
    FabricOptions options = FabricOptions.usual(1).withLoad(0);
    try (Fabric fabric = Fabric.start(folder.resolve("fabric"), options, pace);
        DaemonFixture fixture = agent(fabric);
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      fixture.start();
      assertThat(fixture.type("set", NIC, "pfc", "5", "--yes").code()).isZero();
      String commit = "/api/v1/commits/c-000001";
      DaemonFixture.await(
          () -> fixture.get(commit).body().contains("awaiting-confirm"), "not applied");
      DaemonFixture.await(
          () -> fixture.get(PORT + "/pfc").body().contains("\"lossless\":[5]"),
          "the poller has not read what was written");
      fixture.tell("stall " + NIC + " " + LatePace.STALL.toMillis() + " 1");

      Future<DaemonFixture.Typed> confirm =
          callers.submit(() -> fixture.type("confirm", "c-000001", "--yes"));
      assertThat(pace.stalled.await(60, TimeUnit.SECONDS)).isTrue();
      Future<HttpResponse<String>> cancel =
          callers.submit(() -> fixture.post(commit + ":cancel", "{}"));
      pace.answers.countDown();

      boolean kept = confirm.get().code() == 0;
      assertThat(cancel.get().statusCode()).as(cancel.get().body()).isEqualTo(kept ? 409 : 200);
      DaemonFixture.await(
          () -> fixture.pfc(NIC).equals(kept ? "pfc 5" : "pfc none"), "not as it was decided");
      assertThat(AuditText.of(folder.resolve("state")).lines())
          .filteredOn(line -> line.contains(kept ? "\"confirmed\"" : "\"rolled-back\""))
          .singleElement()
          .asString()
          .contains("\"actor\":\"" + (kept ? "uid:0\"" : "token"));
    }
  }
}
