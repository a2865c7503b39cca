package dev.losslessd.driver.junos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Cuts;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.SwitchSystem;
import org.junit.jupiter.api.Test;

/** Tests of the parser of {@code show chassis hardware | display json}. */
class InventoryTest {
  private static final String ONE =
      Transcript.read(SwitchSystem.JUNOS, "show-chassis-hardware.json");

  private static final String MEMBERS =
      Transcript.read(SwitchSystem.JUNOS, "show-chassis-hardware-of-members.json");

  @Test
  void theChassisCountsAndNoModule() {
    assertThat(Release.serials(ONE)).containsExactly("WH0218170419");
  }

  @Test
  void ofAVirtualChassisAllMembersCount() {
    assertThat(Release.serials(MEMBERS)).containsExactly("WH0218170419", "WH0218170420");
  }

  @Test
  void aCutIsAnError() {
    assertThat(Cuts.neverAnother(ONE.strip(), Release::serials)).isPositive();
    assertThat(Cuts.neverAnother(MEMBERS.strip(), Release::serials)).isPositive();
  }
}
