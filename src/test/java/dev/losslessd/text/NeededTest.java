package dev.losslessd.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a text must have before it is searched; that nothing is missed shows SameMeaningTest. */
class NeededTest {
  @ParameterizedTest
  @CsvSource(
      delimiterString = " ~ ",
      value = {
        "pfc (\\d+) ~ pfc 3 ~ dcb 3",
        "^(?:% .*|error:.*|.*invalid input.*)$ ~ an invalid input ~ interface Ethernet1/1",
        "(?im)^.*(?:permission denied|not authori[sz]ed).*$ ~ Permission Denied ~ Error: 3",
        "(?<name>leaf|spine)\\d ~ spine ~ host1",
        "(?:pfc)+ mode ~ pfc mode ~ pfc mod",
        "a{2}buffers? ~ buffer ~ aa",
        "\\[(?:tx|rx)\\]\\.pause ~ ].pause ~ pause",
        "[]x]word ~ word ~ ]x",
      })
  void aTextWithoutItIsNotSearched(String regex, String has, String lacks) {
    Needed needed = Syntax.of(regex).needed();

    assertThat(needed.isIn(has)).isTrue();
    assertThat(needed.isIn(lacks)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " ~ ",
      value = {
        "\\d+|pfc ~ x",
        "(?:pfc)?\\d ~ x",
        "pf*c* ~ p",
        "(?i:pfc)\\d ~ PFC1",
        "\\s(?!p) ~ x",
        "(?i)task ~ \u212a",
        "a\\x41b ~ aAb",
        "\\Qpfc\\E\\d ~ x",
      })
  void whatIsNotKnownIsSearched(String regex, String text) {
    assertThat(Syntax.of(regex).needed().isIn(text)).isTrue();
  }
}
