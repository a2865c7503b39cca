package dev.losslessd.driver.junos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Cuts;
import org.junit.jupiter.api.Test;

/** Tests of the parser of {@code show chassis hardware | display json}. */
class InventoryTest {
  private static final String ONE =
      """
      {"chassis-inventory": [{"chassis": [{"name": [{"data": "Chassis"}],
        "serial-number": [{"data": "WH0218170419"}],
        "chassis-module": [{"name": [{"data": "FPC 0"}],
          "serial-number": [{"data": "BUILTIN"}]}]}]}]}
      """;

  private static final String MEMBERS =
      """
      {"multi-routing-engine-results": [{"multi-routing-engine-item": [
        {"re-name": [{"data": "fpc0"}], "chassis-inventory": [{"chassis": [
          {"serial-number": [{"data": "WH0218170419"}]}]}]},
        {"re-name": [{"data": "fpc1"}], "chassis-inventory": [{"chassis": [
          {"serial-number": [{"data": "WH0218170420"}]}]}]}]}]}
      """;

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
