package dev.losslessd.driver.junos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Trust;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a port classifies by where none of its own statements says so. */
class JunosClassifyTest extends OnJunosLeaf {
  private static final String COS =
      "'class-of-service': {'classifiers': {'dscp': [{'name': 'site', 'forwarding-class': [{'name':"
          + " 'bulk', 'loss-priority': [{'name': 'low', 'code-points': ['001100']}]}]}]},"
          + " 'forwarding-classes': {'class': [{'name': 'bulk', 'queue-num': 2, 'no-loss': [null],"
          + " 'pfc-priority': 5}]}, 'congestion-notification-profile': [{'name': 'stop', 'input':"
          + " {'dscp': {'code-point': [{'name': '001100', 'pfc': [null]}]}}}], 'interfaces':"
          + " {'interface': [{'name': 'all', 'congestion-notification-profile': 'stop', 'unit':"
          + " [{'name': '*', 'classifiers': {'dscp': {'classifier-name': 'site'}}}]}OTHER]}}";

  private static CosView view(String statements) {
    String text = "{'configuration': {" + statements + "}}";
    return new CosView(JunosConfig.parse(text.replace('\'', '"')), Map.of());
  }

  @Test
  void whatIsSaidOfAllInterfacesIsSaidOfEachOneWithoutANearerStatement() {
    CosView all = view(COS.replace("OTHER", ""));

    assertThat(all.trust("et-0/0/3:1")).isEqualTo(new Trust(Trust.Field.DSCP));
    assertThat(PortSettings.pfc(all, "et-0/0/3:1").text()).isEqualTo("5");
    assertThat(all.dscpMap().map().text()).isEqualTo("12->5");

    CosView nearer =
        view(
            COS.replace(
                "OTHER", ", {'name': 'xe-*', 'congestion-notification-profile': 'none-here'}"));
    assertThat(PortSettings.pfc(nearer, "xe-0/0/9").text()).isEqualTo("none");
    assertThat(PortSettings.pfc(nearer, "et-0/0/9").text()).isEqualTo("5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'unit': [{'name': 0, 'family': {'ethernet-switching': {'filter': {'input':"
            + " {'filter-name': 'MARK'}}}}}]",
        "'unit': [{'name': 0, 'family': {'inet': {'filter': {'input-list': ['MARK']}}}}]",
        "'unit': [{'name': 0, 'filter': {'input': 'MARK'}}]"
      })
  void aFirewallFilterThatGivesAClassLeavesTrustUnknown(String filter) {
    String port = "'interfaces': {'interface': [{'name': 'et-0/0/3', " + filter + "}]}";
    String term =
        ", 'firewall': {'family': {'any': {'filter': [{'name': 'MARK', 'term': [{'name': 't',"
            + " 'from': {'dscp': ['12']}, 'then': {THEN}}]}]}}}";

    for (String statements :
        new String[] {port, port + term.replace("THEN", "'forwarding-class': 'bulk'")}) {
      assertThatThrownBy(() -> view(statements).trust("et-0/0/3"))
          .isInstanceOf(DeviceException.class)
          .hasMessageStartingWith(
              "et-0/0/3: firewall filter MARK gives its packets their forwarding class");
    }
    CosView counting = view(port + term.replace("THEN", "'count': 'hits'"));
    assertThat(counting.trust("et-0/0/3")).isEqualTo(new Trust(Trust.Field.PCP));
  }

  @Test
  void aSessionTellsAFilterOfThePortWithItsMap() {
    leaf.control()
        .rewrite((line, said) ->
            line.equals(JunosConfig.COMMAND)
                ? "{\"configuration\": {\"interfaces\": {\"interface\": [{\"name\": \"et-0/0/0\","
                    + " \"unit\": [{\"name\": 0, \"filter\": {\"input\": \"MARK\"}}]}]}}}"
                : said);
    for (SettingKind kind : new SettingKind[] {SettingKind.TRUST, SettingKind.DSCP_MAP}) {
      assertThat(reading(PORT, kind).text()).contains("firewall filter MARK");
    }
  }

  @Test
  void aDefaultClassifierByDscpIsTrustByDscpWithAMapThatNoStatementHas() {
    leaf.control()
        .rewrite((line, said) ->
            line.equals(CosPorts.COMMAND)
                ? said.replace("ipprec-compatibility   ip  ", "dscp-default           dscp")
                : said);

    Reading told = reading(PORT, SettingKind.TRUST);

    assertThat(told.inForce()).contains(new Trust(Trust.Field.DSCP));
    assertThat(SettingState.of(new Trust(Trust.Field.DSCP), told)).isEqualTo(SettingState.DRIFT);
    assertThat(told.text())
        .isEqualTo("dscp (no classifier is bound: the release's own, dscp-default (dscp))");
  }
}
