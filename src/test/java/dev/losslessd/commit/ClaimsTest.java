package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimsTest {
  private static final Target LEAF = new Target.Device(new DeviceId("leaf1"));
  private static final Target PORT1 = Target.port(PortId.parse("leaf1:Ethernet1/1"));
  private static final Target PORT2 = Target.port(PortId.parse("leaf1:Ethernet1/2"));

  private final Claims claims = new Claims();

  @Test
  void aPortIsNotChangedOnTheGroundOfADeviceSettingThatNobodyConfirmed() {
    claims.claim("c-000001", List.of(LEAF));

    assertThatThrownBy(() -> claims.claim("c-000002", List.of(PORT1)))
        .isInstanceOf(CommitException.class)
        .hasMessage(
            "leaf1:Ethernet1/1 is held by commit c-000001, which changes leaf1 as a whole;"
                + " confirm or cancel it");
    claims.release("c-000001");
    assertThatCode(() -> claims.claim("c-000002", List.of(PORT1))).doesNotThrowAnyException();
  }

  @Test
  void aDeviceIsNotChangedUnderPortsThatNobodyConfirmed() {
    claims.claim("c-000001", List.of(PORT1));
    claims.claim("c-000002", List.of(PORT2));

    assertThatThrownBy(() -> claims.claim("c-000003", List.of(LEAF)))
        .hasMessageContaining("c-000001 on ports of it");
    claims.release("c-000001");
    claims.release("c-000002");
    assertThatCode(() -> claims.claim("c-000003", List.of(LEAF))).doesNotThrowAnyException();
  }

  @Test
  void oneCommitMayHaveBothAndOthersShareTheDeviceOfTheirPorts() {
    claims.claim("c-000001", List.of(PORT1));
    claims.claim("c-000001", List.of(LEAF, PORT1));
    assertThatThrownBy(() -> claims.claim("c-000002", List.of(PORT2)))
        .isInstanceOf(CommitException.class);
    claims.release("c-000001");
    claims.claim("c-000002", List.of(PORT2));
    assertThatCode(() -> claims.claim("c-000003", List.of(PORT1))).doesNotThrowAnyException();
  }

  @Test
  void nothingIsClaimedWhereOneIsHeld() {
    claims.claim("c-000001", List.of(PORT2));
    assertThatThrownBy(() -> claims.claim("c-000002", List.of(PORT1, PORT2)))
        .isInstanceOf(CommitException.class);
    assertThatCode(() -> claims.claim("c-000003", List.of(PORT1))).doesNotThrowAnyException();
  }
}
