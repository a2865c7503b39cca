package dev.losslessd.transport.lldp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.Listener;
import dev.losslessd.transport.TransportException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class LargeFrameTest {
  private final Deque<byte[]> wire = new ArrayDeque<>();
  private final Listener listener =
      new Listener() {
        @Override
        public int next(MemorySegment into, Duration wait) {
          byte[] bytes = wire.remove();
          MemorySegment.copy(bytes, 0, into, ValueLayout.JAVA_BYTE, 0, bytes.length);
          return bytes.length;
        }

        @Override
        public void close() {}
      };

  @Test
  void aFrameThatIsTooLargeIsPassedOverAndNamesTheLimit() {
    byte[] good = HexFormat.of().parseHex("07000000" + LldpSamples.leaf());
    byte[] large = Arrays.copyOf(good, 4 + 1601);
    wire.add(large);
    wire.add(good);
    LldpListener lldp = new LldpListener(listener, InputLimits.DEFAULT.lldp());

    assertThatThrownBy(() -> lldp.next(Duration.ZERO))
        .isInstanceOf(TransportException.class)
        .hasMessageContaining("frame of 1601 bytes, more than 1600 (input.lldp.frame)");
    assertThat(lldp.next(Duration.ZERO)).isPresent();
  }
}
