package dev.losslessd.transport.lldp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.transport.TransportException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class LldpParserTest {
  private static LldpFrame parse(String hex) {
    return LldpParser.parse(HexFormat.of().parseHex(hex));
  }

  @Test
  void aLeafTellsWhoItIs() {
    LldpFrame frame = parse(LldpSamples.leaf());

    assertThat(frame.chassis()).isEqualTo("52:54:00:0a:0b:01");
    assertThat(frame.port()).isEqualTo("Ethernet1/7");
    assertThat(frame.portIsName()).isTrue();
    assertThat(frame.ttlSeconds()).isEqualTo(120);
    assertThat(frame.portDescription()).isEqualTo("to gpu01!");
    assertThat(frame.systemName()).isEqualTo("leaf7");
  }

  @Test
  void whatIsNotToldIsAbsent() {
    LldpFrame frame = parse(LldpSamples.bare());

    assertThat(frame.port()).isEqualTo("52:54:00:0a:0b:0c");
    assertThat(frame.portIsName()).isFalse();
    assertThat(frame.ttlSeconds()).as("it says goodbye").isZero();
    assertThat(frame.systemName()).isEmpty();
  }

  @Test
  void aTaggedFrameIsTheSame() {
    String tagged = LldpSamples.leaf().replaceFirst("88cc", "8100000a88cc");

    assertThat(parse(tagged)).isEqualTo(parse(LldpSamples.leaf()));
  }

  @Test
  void aStrangersBytesBecomeHarmlessText() {
    String odd = LldpSamples.leaf().replace("0a056c65616637", "0a056c1b0a6637");

    assertThat(parse(odd).systemName()).isEqualTo("l? f7");
  }

  @Test
  void aCutThatLosesAByteOfATlvIsAnError() {
    byte[] whole = HexFormat.of().parseHex(LldpSamples.leaf());
    int refused = 0;
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      try {
        LldpParser.parse(cut);
      } catch (TransportException e) {
        refused++;
      }
    }
    // only where a TLV ends may a frame end: the end TLV is optional since 2009
    assertThat(refused).isGreaterThan(whole.length - 30);
  }

  @Test
  void whatDoesNotFitIsNamed() {
    refused("020704", "020604", "chassis id: MAC address of 5 bytes, expected 6");
    refused("06020078", "06010078", "TTL of 1 bytes, expected 2");
    refused("88cc", "0800", "is not LLDP (EtherType 0x88cc)");
    refused("040c0545746865726e6574312f37", "", "TLV 3 at place 2, expected 1, 2, 3, others");
  }

  private static void refused(String good, String bad, String why) {
    assertThat(LldpSamples.leaf()).contains(good);
    assertThatThrownBy(() -> parse(LldpSamples.leaf().replaceFirst(good, bad)))
        .isInstanceOf(TransportException.class)
        .hasMessageEndingWith(why);
  }
}
