package dev.losslessd.driver.nvue;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Access lists that give packets their class. */
class AclsTest {
  private static final Node TREE =
      Tree.parse(
          "show",
          Node.of(
              DeviceJson.parse(
                  "show",
                  """
                  {"set": {
                    "acl": {
                      "nvme": {"rule": {"20": {"match": {"ip": {"protocol": "tcp"}},
                          "action": {"set": {"class": 4}}}}},
                      "slow": {"rule": {"10": {"action": {"police": {"class": 2, "rate": 9}}}}},
                      "drop": {"rule": {"10": {"action": {"set": {"dscp": "af12"}}}}}},
                    "interface": {
                      "swp1,5-6": {"acl": {"nvme": {"inbound": {}}}},
                      "swp2": {"acl": {"slow": {"inbound": {}}}},
                      "swp3": {"acl": {"gone": {"inbound": {}}}},
                      "swp4": {"acl": {"nvme": {"outbound": {}}, "drop": {"inbound": {}}}},
                      "bond7": {"acl": {"nvme": {"inbound": {}}},
                          "bond": {"member": {"swp8": {}}}}}}}
                  """)));

  @ParameterizedTest
  @CsvSource({"swp1, nvme", "swp6, nvme", "swp2, slow", "swp3, gone", "swp8, nvme"})
  void oneThatIsBoundToThePortOrItsBondLeavesTrustUnknown(String port, String acl) {
    assertThatThrownBy(() -> Acls.requireNone(TREE, port))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            port
                + ": acl "
                + acl
                + " gives its packets their class, by neither PCP nor the DSCP map alone");
  }

  @Test
  void outgoingListsAndThoseThatMarkOrDropAreNone() {
    assertThatCode(() -> Acls.requireNone(TREE, "swp4")).doesNotThrowAnyException();
    assertThatCode(() -> Acls.requireNone(TREE, "swp9")).doesNotThrowAnyException();
  }
}
