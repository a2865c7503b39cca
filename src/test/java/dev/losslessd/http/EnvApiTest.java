package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.PortId;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.topology.LinkContract.Check;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The environment of jobs from what the daemon knows of its host. */
class EnvApiTest extends OnRig {
  private void contract(PortId port, Verdict verdict) {
    rig.links.add(
        new LinkContract(
            new Link(
                port, PortId.parse("leaf1:Ethernet1/7"), OptionalInt.empty(), Link.Source.LLDP),
            List.of(new Check("pfc", verdict, "3", "none", "leaf1 does not pause priority 3"))));
  }

  private JsonNode port(int n) {
    return rig.get("/api/v1/env").json().at("/ports/" + n);
  }

  @Test
  void portsOfAnOkContractAreUsedAndToldWithTheirFacts() {
    contract(Rig.NIC, Verdict.OK);

    JsonNode env = rig.get("/api/v1/env").json();

    assertThat(env.at("/variables/0/name").asString()).isEqualTo("NCCL_IB_HCA");
    assertThat(env.at("/variables/0/value").asString()).isEqualTo("=mlx5_0");
    assertThat(env.at("/variables/1/value").asString()).isEqualTo("106");
    assertThat(env.at("/lossless/trafficClass").asInt()).isEqualTo(106);
    assertThat(port(0).path("contract").asString()).isEqualTo("ok");
    assertThat(port(0).path("leaf").asString()).isEqualTo("leaf1");
    assertThat(port(0).path("used").asBoolean()).isTrue();
    assertThat(port(1).path("contract").asString()).isEqualTo("unknown");
    assertThat(port(1).path("used").asBoolean()).isFalse();
  }

  @Test
  void brokenContractsLeaveNothingWithTheReason() {
    contract(Rig.NIC, Verdict.BROKEN);
    contract(Rig.WATCHED, Verdict.BROKEN);

    JsonNode env = rig.get("/api/v1/env").json();

    assertThat(env.path("rdma").asBoolean()).isFalse();
    assertThat(env.path("variables")).isEmpty();
    assertThat(port(0).path("obstacle").asString())
        .isEqualTo("has a broken contract: pfc, leaf1 does not pause priority 3");
  }

  @Test
  void anotherLibraryHasItsOwnNames() {
    JsonNode env = rig.get("/api/v1/env?for=ucx").json();

    assertThat(env.at("/variables/0/name").asString()).isEqualTo("UCX_NET_DEVICES");
    JsonNode shmem = rig.get("/api/v1/env?for=nvshmem").json();
    assertThat(shmem.at("/variables/0/name").asString()).isEqualTo("NVSHMEM_HCA_LIST");
    assertThat(rig.get("/api/v1/env?for=gloo").status()).isEqualTo(400);
  }
}
