package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of a body that is no JSON: where and what, in our own words. */
class BadJsonTest {
  private static Problem of(String body) {
    return of(body.getBytes(StandardCharsets.UTF_8));
  }

  private static Problem of(byte[] body) {
    ProblemException e = catchThrowableOfType(ProblemException.class, () -> Json.parse(body));
    assertThat(e.problem().detail())
        .doesNotContainIgnoringCase("jackson")
        .doesNotContainIgnoringCase("exception")
        .doesNotContain(
            "Source:", "token", "REDACTED", "reference chain", "Stream", "was expecting");
    return e.problem();
  }

  @Test
  void theMistakeIsNamedWithItsPlace() {
    assertThat(of("{\n \"a\": 1,\n \"a\": 2}").detail())
        .startsWith("line 3 column ")
        .endsWith("member 'a' is there twice");
    assertThat(of("{\"a\": ").detail()).endsWith("the body ends within a value");
    assertThat(of("{} {}").detail()).endsWith("something follows the value, expected one value");
    assertThat(of("{'a': 1}").detail()).startsWith("line 1 column 2: this is no JSON");
    assertThat(of("\"\\x\"").detail()).contains("this is no JSON");
    assertThat(of(new byte[] {'"', (byte) 0xc3, '"'}).status()).isEqualTo(400);
    assertThat(of("nul").slug()).isEqualTo("bad-json");
  }

  @Test
  void otherEncodingsThanUtf8AreRefused() {
    for (String name : List.of("UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "ISO-8859-1")) {
      assertThat(of("{\"reason\":\"\u00e9\"}".getBytes(Charset.forName(name))).slug())
          .as(name)
          .isEqualTo("bad-json");
    }
  }

  @Test
  void whatIsTooMuchIsTooLarge() {
    assertThat(of("[".repeat(600)).status()).isEqualTo(413);
    assertThat(of("[" + "1,".repeat(Json.MOST_TOKENS) + "1]").status()).isEqualTo(413);
    assertThat(of("1".repeat(2000)).detail()).contains("numbers of 1000 digits");
  }
}
