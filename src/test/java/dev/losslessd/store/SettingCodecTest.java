package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingExamples;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SettingCodecTest {
  /** Journals of every release hold these bytes: a difference here is a journal nobody can read. */
  @Test
  void bytesOfEveryKindStayForEver() {
    SettingExamples.check("journal", setting -> HexFormat.of().formatHex(bytes(setting)));
  }

  @Test
  void everySettingComesBackFromItsBytes() throws IOException {
    for (Setting setting : SettingExamples.all()) {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes(setting)));

      assertThat(SettingCodec.read(in)).isEqualTo(setting);
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  private static byte[] bytes(Setting setting) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      SettingCodec.write(new DataOutputStream(bytes), setting);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
