package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.PortId;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.Listener;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.lldp.LldpFrame;
import dev.losslessd.transport.lldp.LldpListener;
import dev.losslessd.transport.lldp.LldpSamples;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NicNeighboursTest {
  private static final PortId PORT = PortId.parse("node7:ens2f0np0");
  private static final String GOODBYE = LldpSamples.leaf().replace("06020078", "06020000");

  private final Deque<String> wire = new ArrayDeque<>();
  private Instant now = Instant.parse("2026-03-01T10:00:00Z");
  private final NicNeighbours neighbours = new NicNeighbours(Map.of(7, PORT), () -> now);
  private final LldpListener listener =
      new LldpListener(
          new Listener() {
            @Override
            public int next(MemorySegment into, Duration wait) {
              String hex = wire.poll();
              if (hex == null) {
                return NOTHING;
              }
              byte[] bytes = HexFormat.of().parseHex(hex);
              MemorySegment.copy(bytes, 0, into, ValueLayout.JAVA_BYTE, 0, bytes.length);
              return bytes.length;
            }

            @Override
            public void close() {}
          },
          InputLimits.DEFAULT.lldp());

  private boolean hear(String index, String frame) {
    wire.add(index + frame);
    return neighbours.listen(listener, Duration.ZERO);
  }

  @Test
  void aNeighbourIsKnownUntilItsTimeIsOver() {
    assertThat(hear("07000000", LldpSamples.leaf())).isTrue();
    assertThat(hear("07000000", LldpSamples.leaf())).as("nothing new").isFalse();

    now = now.plusSeconds(119);
    assertThat(neighbours.frames()).containsOnlyKeys(PORT);
    assertThat(neighbours.frames().values())
        .extracting(LldpFrame::systemName)
        .containsExactly("leaf7");
    now = now.plusSeconds(1);
    assertThat(neighbours.frames()).isEmpty();
  }

  @Test
  void aGoodbyeIsHeardAtOnce() {
    hear("07000000", LldpSamples.leaf());

    assertThat(hear("07000000", GOODBYE)).isTrue();

    assertThat(neighbours.frames()).isEmpty();
    assertThat(hear("07000000", GOODBYE)).isFalse();
  }

  @Test
  void aStrangersNicAndSilenceChangeNothing() {
    assertThat(hear("08000000", LldpSamples.leaf())).isFalse();
    assertThat(neighbours.listen(listener, Duration.ZERO)).isFalse();
    assertThat(neighbours.frames()).isEmpty();
  }

  @Test
  void aFarEndIsNamedAsItsSwitchNamesIt() {
    hear("07000000", LldpSamples.leaf());

    assertThat(neighbours.neighbours())
        .containsExactly(new Neighbour(PORT, "leaf7", "Ethernet1/7"));
  }

  @Test
  void anAddressForAPortGivesWayToADescriptionThatIsAName() {
    String byAddress =
        LldpSamples.leaf().replace("040c0545746865726e6574312f37", "0407035254000a0b0c");
    hear("07000000", byAddress.replace("0809746f20677075303121", "08057377703721"));
    assertThat(neighbours.neighbours())
        .as("a sentence is no name")
        .extracting(Neighbour::remotePort)
        .containsExactly("52:54:00:0a:0b:0c");

    hear("07000000", byAddress.replace("0809746f20677075303121", "080473777037"));
    assertThat(neighbours.neighbours()).extracting(Neighbour::remotePort).containsExactly("swp7");
  }

  @Test
  void aNicThatLeavesTakesItsNeighbourWithIt() {
    hear("07000000", LldpSamples.leaf());
    neighbours.follow(Map.of(9, PORT));
    assertThat(neighbours.neighbours()).as("another index, the same port").hasSize(1);

    neighbours.follow(Map.of());

    assertThat(neighbours.neighbours()).isEmpty();
  }

  @Test
  void aBrokenFrameLeavesTheLastOne() {
    hear("07000000", LldpSamples.leaf());

    assertThatThrownBy(() -> hear("07000000", LldpSamples.leaf().substring(0, 40)))
        .isInstanceOf(TransportException.class);

    assertThat(neighbours.frames()).containsOnlyKeys(PORT);
  }
}
