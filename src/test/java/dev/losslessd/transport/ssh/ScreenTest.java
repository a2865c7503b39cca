package dev.losslessd.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.transport.DeviceInput;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScreenTest {
  private final Screen screen = new Screen();

  @Test
  void carriageReturnsAndTwoOfThemAreOneLineEnd() {
    screen.feed("one\r\ntwo\r\r\nthree\nrest");

    assertThat(screen.lines()).containsExactly("one", "two", "three");
    assertThat(screen.unfinished()).isEqualTo("rest");
  }

  @Test
  void aPagersTraceIsWrittenOver() {
    screen.feed(
        "--More--\r        \rshort\r\n--More--\b\b\b\b\b\b\b\b        \b\b\b\b\b\b\b\bx\r\n");

    assertThat(screen.lines()).containsExactly("short", "x");
  }

  @Test
  void escapeSequencesVanishEvenWhenCutInTwo() {
    screen.feed("\u001b[1;31mred\u001b[");
    screen.feed("0m \u001b]0;title\u0007end\u001b(B\u001b[?2004h\r\nlong line\rover\u001b[K\r\n");

    assertThat(screen.lines()).containsExactly("red end", "over");
  }

  @Test
  void blanksOfTheDevicesOwnStay() {
    screen.feed("padded   \r\n");

    assertThat(screen.lines()).containsExactly("padded   ");
  }

  @Test
  void aCharacterCutInTwoByThePacketIsWhole() throws Exception {
    Inbox inbox = new Inbox(DeviceInput.alone(() -> 0), true);
    inbox.expectOutput();
    byte[] bytes = "K\u00f6ln".getBytes(StandardCharsets.UTF_8);

    inbox.write(bytes, 0, 2);
    inbox.write(bytes, 2, bytes.length - 2);

    assertThat(take(inbox) + take(inbox)).isEqualTo("K\u00f6ln");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--More--",
        " -- More --",
        "--More-- (45%)",
        "---(more)---",
        "---(more 45%)---",
        "<--- More --->",
        "Press any key to continue (Q to quit)"
      })
  void pagersAreKnown(String line) {
    assertThat(Prompt.isPager(line)).isTrue();
  }

  @Test
  void promptsOfOneHostAreOneFamily() {
    Prompt leaf = Prompt.of("leaf1#");

    assertThat(leaf.fits("leaf1(config-if)#")).isTrue();
    assertThat(leaf.fits("leaf1(config-s-loss)#")).isTrue();
    assertThat(leaf.fits("leaf1 [standalone: master] (config) #")).isTrue();
    assertThat(leaf.fits("leaf12#")).isFalse();
    assertThat(leaf.fits("leaf1-b#")).isFalse();
    assertThat(leaf.fits("spine1#")).isFalse();
    assertThat(Prompt.of("ops@leaf1>").fits("ops@leaf1#")).isTrue();
    assertThat(Prompt.of("admin@sonic:~$").fits("admin@sonic:/etc$")).isTrue();
    assertThat(Prompt.of("[root@esx1:~]").fits("[root@esx1:/tmp]")).isTrue();
    assertThat(Prompt.of("#").fits("leaf1#")).isFalse();
  }

  private static String take(Inbox inbox) throws InterruptedException {
    Inbox.Chunk chunk = inbox.take(0);
    return chunk == null ? "" : chunk.text();
  }
}
