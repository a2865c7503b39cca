package dev.losslessd.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tour with a job that sends in another class. */
@SystemGroup
@Timeout(900)
class DemoUnmarkedTest {
  @Test
  void aJobInAnotherClassIsFoundMarkedAndLosesNothingMoreUntilTheMarkIsTakenBack()
      throws Exception {
    assertThat(DemoTour.run("--unmarked"))
        .contains("class roce (DSCP 26, priority 3): sends 100 % of its RDMA bytes outside of it")
        .contains("traffic-class none, roce-tos 0 (DSCP 0)")
        .containsPattern("gpu01:ens1f0np0 +roce-tos +0 -> 106")
        .containsPattern("gpu01:ens2f0np0 +traffic-class +none -> 106")
        .containsPattern("before: [1-9][0-9]* NAKs")
        .contains("after: 0 NAKs")
        .containsPattern("taken back: [1-9][0-9]* NAKs")
        .contains("every step did what it says");
  }
}
