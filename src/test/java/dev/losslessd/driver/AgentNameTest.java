package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names with a host, of any length, and whose they are. */
class AgentNameTest {
  private static final AgentName GPU01 = new AgentName("gpu01");

  @Test
  void hostsOfAnyLengthStayApartWhereNamesAreShort() {
    for (int longest : new int[] {4, 12, 16}) {
      Set<String> seen = new HashSet<>();
      for (int node = 0; node < 200; node++) {
        String host = "gpu-pod17-rack042-node%03d_cluster".formatted(node);
        assertThat(seen.add(new AgentName(host).shortened(longest))).isTrue();
      }
      assertThat(seen).allMatch(name -> name.matches("[A-Za-z0-9_-]{1," + longest + "}"));
    }
    assertThat(GPU01.host()).isEqualTo("gpu01");
  }

  @Test
  void sessionsCheckpointsAndCommentsOfAllReleasesAreKnown() {
    for (String mine :
        new String[] {
          "losslessd-gpu01",
          "losslessd-gpu01-r12",
          "losslessd-gpu01-r12-t3",
          "losslessd-gpu01-open",
          "losslessd-gpu01-saving",
          "losslessd-gpu01-c-000007",
          "losslessd-gpu01-r12-c-000007-n2",
          "losslessd-gpu01-now",
          "losslessd-gpu01-r12-back-c-20261121-0001"
        }) {
      assertThat(GPU01.isMine(mine)).as(mine).isTrue();
      assertThat(GPU01.other(mine)).as(mine).isEmpty();
    }
    assertThat(GPU01.other("losslessd-gpu012-r12")).contains("gpu012");
    assertThat(GPU01.other("losslessd-gpu01-2-r12-c-000007")).contains("gpu01-2");
    assertThat(GPU01.other("losslessd-gpu02")).contains("gpu02");
    assertThat(GPU01.other("backup-of-gpu02")).isEmpty();
  }

  @Test
  void namesAreTranslatedBothWaysAndThoseWithoutAHostStay() {
    HostNames names = new HostNames("gpu01", "-p[0-7](?![0-9])|(?![A-Za-z0-9_-])");

    assertThat(names.outward("losslessd losslessd-p3 other-losslessd-p3"))
        .isEqualTo("losslessd-gpu01 losslessd-gpu01-p3 other-losslessd-gpu01-p3");
    assertThat(names.inward("losslessd-gpu01 losslessd-gpu01-p3 losslessd-gpu02-p3"))
        .isEqualTo("losslessd losslessd-p3 losslessd-gpu02-p3");
    assertThat(names.other("losslessd-gpu02-p3")).contains("gpu02");
    assertThat(names.other("losslessd-p3")).isEmpty();
    names.learn(List.of("losslessd-p3", "losslessd-gpu01-p4"));
    assertThat(names.outward("losslessd-p3 losslessd-p4"))
        .isEqualTo("losslessd-p3 losslessd-gpu01-p4");
    assertThat(names.inward("losslessd-p3 losslessd-gpu01-p4"))
        .isEqualTo("losslessd-p3 losslessd-p4");
  }
}
