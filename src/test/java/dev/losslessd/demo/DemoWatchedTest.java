package dev.losslessd.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tour with leaves that are watched alone. */
@SystemGroup
@Timeout(900)
class DemoWatchedTest {
  @Test
  void aLeafOfAristasShowsItsLieBesideLeavesThatAreJudgedAndNeverWritten() throws Exception {
    assertThat(DemoTour.run("--os", "eos,onyx,os10"))
        .contains("leaf2, leaf3: watched alone, and never written")
        .contains("leaf2 itself: watched, was sent nothing but questions")
        .contains("leaf3 itself: watched, was sent nothing but questions")
        .contains("leaf3:ethernet1/1/1 does not tell its lossless")
        .contains("leaf1:Ethernet1 pfc: the device said yes and shows 3")
        .contains("The DSCP map is one setting for the whole switch")
        .contains("Ethernet3 (gpu02:", "[scope]");
  }
}
