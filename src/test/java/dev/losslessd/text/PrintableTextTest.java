package dev.losslessd.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTextTest {
  @ParameterizedTest
  @ValueSource(
      ints = {
        '\0', '\n', 0x1b, 0x7f, 0x9b, 0x200b, 0x2028, 0x2029, 0x202e, 0xd800, 0xdfff, 0xe0041
      })
  void whatSteersATerminalOrSplitsALineIsEscaped(int point) {
    assertThat(PrintableText.of("a" + Character.toString(point) + "b"))
        .matches("a\\\\[xuU][0-9a-f]{2,8}b");
  }

  @Test
  void theRestStays() {
    String text = "\u00e9 \\ \" \ud83d\ude00";
    assertThat(PrintableText.of(text)).isSameAs(text);
    assertThat(PrintableText.quoted("a\u001b")).isEqualTo("\"a\\x1b\"");
    assertThat(PrintableText.quoted("SIT\u0415 ")).isEqualTo("\"SIT\\u0415 \"");
  }

  @Test
  void onlyWhatWasCutHasDots() {
    String longest = "x".repeat(120);
    assertThat(PrintableText.brief(" " + longest + " ")).isEqualTo(longest);
    assertThat(PrintableText.brief(longest + "y")).isEqualTo(longest + "...");
    assertThat(PrintableText.brief("abc", 2)).isEqualTo("ab...");
    assertThat(PrintableText.brief("a\ud83d\ude00", 2)).isEqualTo("a\\ud83d...");
  }
}
