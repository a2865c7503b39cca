package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PfcWatchdog.Action;
import dev.losslessd.model.Setting;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class WatchdogRecordsTest {
  /** Bytes of the releases in which a watchdog was on or off and nothing else. */
  private static final byte[] OLD_ON = {11, 1};

  private static final byte[] OLD_OFF = {11, 0};

  @Test
  void aWatchdogWithoutValuesIsReadAndWrittenAsItAlwaysWas() throws IOException {
    assertThat(read(OLD_ON)).isEqualTo(new PfcWatchdog(true));
    assertThat(read(OLD_OFF)).isEqualTo(PfcWatchdog.OFF);
    assertThat(bytes(new PfcWatchdog(true))).isEqualTo(OLD_ON);
    assertThat(bytes(PfcWatchdog.OFF)).isEqualTo(OLD_OFF);
  }

  @Test
  void valuesHaveATagOfTheirOwn() throws IOException {
    byte[] all = {20, 0, 0, 0, (byte) 200, 0, 0, 7, (byte) 208, 0, 4, 'D', 'R', 'O', 'P'};
    assertThat(bytes(new PfcWatchdog(true, 200, 2000, Action.DROP))).isEqualTo(all);
    assertThat(read(all)).isEqualTo(new PfcWatchdog(true, 200, 2000, Action.DROP));
    PfcWatchdog one = new PfcWatchdog(true, null, 300, null);
    assertThat(read(bytes(one))).isEqualTo(one);
  }

  private static byte[] bytes(Setting setting) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SettingCodec.write(new DataOutputStream(bytes), setting);
    return bytes.toByteArray();
  }

  private static Setting read(byte[] bytes) throws IOException {
    return SettingCodec.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }
}
