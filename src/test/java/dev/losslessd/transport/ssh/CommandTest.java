package dev.losslessd.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.transport.WriteGate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Ethernet1/7",
        "et-0/0/1:0",
        "swp7s0",
        "2001:db8::1/64",
        "::1",
        "50%",
        "3",
        "qos_group",
        "a@b"
      })
  void namesOfTheFieldAreArguments(String word) {
    assertThat(Command.read("show interface").with(CliArgument.of(word)).line())
        .isEqualTo("show interface " + word);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "a b", "a\nreload", "a\rreload", "a;b", "a|b", "$(x)", "`x`", "\"", "'", "a>b",
            "a<b",
        "a&b", "!", "a?", "-x", "--all", "a\\b", "*", "#", "~", "^C", "a\tb", "\u0003", "\u2028",
        "\u00e9", "{a}", "[a]", "(a)", "/etc"
      })
  void wordsThatMeanMoreThanThemselvesAreRefused(String word) {
    assertThatThrownBy(() -> CliArgument.of(word))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected at most 255");
  }

  @Test
  void hostileWordsNeverReachTheWire() throws Exception {
    try (FakeDevice device =
            FakeDevice.start(t -> {
              while (true) {
                t.command("leaf1# ");
              }
            });
        SshSession session = SshSession.open(device.target(), WriteGate.OPEN, System::nanoTime)) {
      session.run(Command.read("show version"));
      String before = device.received();

      for (String word : hostileWords(4_000)) {
        assertThatThrownBy(
                () -> session.run(Command.write("description").with(CliArgument.of(word))))
            .as("%s", word)
            .isInstanceOf(IllegalArgumentException.class);
      }

      assertThat(device.received()).isEqualTo(before);
    }
  }

  @Test
  void literalsMayPipeButNotAskForHelpNorPressEnter() {
    assertThat(Command.read("show version", "| json").line()).isEqualTo("show version | json");
    for (String wrong : List.of("show ?", "show\nreload", "show\t", " show", "", "show\u001b[A")) {
      assertThatThrownBy(() -> Command.read(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aLineThatWouldWrapIsRefused() {
    Command half = Command.write("description").with(CliArgument.of("x".repeat(255)));

    assertThatThrownBy(() -> half.with(CliArgument.of("y".repeat(255))))
        .hasMessageContaining("expected at most 400");
  }

  @Test
  void answersAreWordsToo() {
    assertThatThrownBy(() -> Expect.reply("[y/n]", "y\nreload"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Good words with one bad character somewhere; the seed is fixed, so a failure repeats. */
  private static List<String> hostileWords(int count) {
    String bad =
        "\u0000\u0003\b\t\n"
            + "\u000b\r"
            + "\u001a\u001b !\"#$&'()*;<>?[\\]^`{|}~\u007f\u0085\u00a0\u2028\uff1b";
    Random random = new Random(802_1L);
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder word = new StringBuilder("Ethernet1/7");
      int length = 1 + random.nextInt(4);
      for (int k = 0; k < length; k++) {
        word.insert(random.nextInt(word.length() + 1), bad.charAt(random.nextInt(bad.length())));
      }
      words.add(word.toString());
    }
    return words;
  }
}
