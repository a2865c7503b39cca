package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a record of the journal is found by. */
class JournalLogTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final PortId PORT = new PortId(LEAF, "Ethernet1/1");

  @Test
  void targetsAndCommitsAreFields() {
    assertThat(JournalLog.fields(LEAF)).isEqualTo(Map.of("LOSSLESSD_DEVICE", "leaf1"));
    assertThat(JournalLog.fields(new Target.Device(LEAF))).isEqualTo(JournalLog.fields(LEAF));
    assertThat(JournalLog.fields(PORT))
        .isEqualTo(Map.of("LOSSLESSD_DEVICE", "leaf1", "LOSSLESSD_PORT", "Ethernet1/1"))
        .isEqualTo(JournalLog.fields(Target.port(PORT)));
    assertThat(JournalLog.fields("c-000017")).isEqualTo(Map.of("LOSSLESSD_COMMIT", "c-000017"));
    assertThat(JournalLog.fields("c-0000x7")).isEmpty();
    assertThat(JournalLog.fields(42)).isEmpty();
  }
}
