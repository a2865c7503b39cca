package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FamilyMessagesTest {
  private static final String PAGE =
      """
      # HELP a_total Counts "all" of them.
      # TYPE a_total counter
      a_total{device="gpu01",port="ens1f0np0"} 12
      a_total{device="gpu01",port="q\\"b\\\\n\\nx\u00e9",empty=""} 18446744073709551615
      a_total{device="gpu02"} 9007199254740993
      a_total 0
      # HELP b_seconds %s
      # TYPE b_seconds gauge
      b_seconds{x="y"} 1.500000
      b_seconds{x="z"} 9007199254.740993
      b_seconds{x="late"} 1700000000.123
      b_seconds{x="least"} -3
      b_seconds{x="small"} 1.0E-7
      b_seconds{x="none"} NaN
      b_seconds{x="most"} +Inf
      # HELP c c
      # TYPE c untyped
      c{long="%s"} 5
      # HELP h_hertz Rates.
      # TYPE h_hertz histogram
      h_hertz_bucket{port="a",le="0.5"} 1
      h_hertz_bucket{port="a",le="+Inf"} 3
      h_hertz_sum{port="a"} 4.5
      h_hertz_count{port="a"} 3
      h_hertz_bucket{port="b",le="0.5"} 0
      h_hertz_bucket{port="b",le="+Inf"} 0
      h_hertz_sum{port="b"} 0.0
      h_hertz_count{port="b"} 0
      """
          .formatted("Help that is long. ".repeat(40), "v".repeat(700));

  @Test
  void eachSampleIsAsTheTextHasItHoweverItComes() throws Exception {
    for (int piece : new int[] {1, 7, 100, 1 << 14}) {
      assertThat(Families.lines(messages(PAGE, piece)))
          .as("%d bytes at once", piece)
          .isEqualTo(Families.lines(PAGE));
    }
  }

  @Test
  void aFamilyOfManyPiecesLeavesNothingForTheNextOneAndTheNextPage() throws Exception {
    StringBuilder large = new StringBuilder("# HELP large Many.\n# TYPE large counter\n");
    for (int n = 0; n < 2000; n++) {
      large
          .append("large{port=\"")
          .append("p".repeat(n % 90))
          .append("\"} ")
          .append(n)
          .append('\n');
    }
    Pieces room = new Pieces();

    for (String page : new String[] {large + PAGE, PAGE, PAGE + large}) {
      assertThat(Families.lines(messages(page, 1000, room))).isEqualTo(Families.lines(page));
    }
  }

  @Test
  void aFamilyWithoutASampleIsNotThere() throws Exception {
    String empty = "# HELP x x\n# TYPE x gauge\n";

    assertThat(Families.lines(messages(empty + PAGE + empty, 64))).isEqualTo(Families.lines(PAGE));
    assertThat(messages(empty, 64)).isEmpty();
  }

  @Test
  void aSampleWithoutAHeadIsOfNoType() throws Exception {
    assertThat(Families.lines(messages("alone 1\nother{a=\"b\"} 2\n", 3)))
        .containsExactly(
            "# HELP alone ",
            "# TYPE alone untyped",
            "alone 1.0",
            "# HELP other ",
            "# TYPE other untyped",
            "other{a=\"b\"} 2.0");
  }

  @Test
  void eachNumberIsTheNearestDouble() {
    Random random = new Random(7);
    for (int n = 0; n < 20_000; n++) {
      long micros = random.nextLong() >>> random.nextInt(64);
      String text =
          Pages.written(one -> one.series(new byte[0], 0, 0, micros, random.nextBoolean())).strip();
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      assertThat(LineBytes.number(bytes, 0, bytes.length)).isEqualTo(Double.parseDouble(text));
    }
  }

  private static byte[] messages(String page, int piece) throws IOException {
    return messages(page, piece, new Pieces());
  }

  private static byte[] messages(String page, int piece, Pieces room) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FamilyMessages messages = new FamilyMessages(out, room);
    byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < bytes.length; at += piece) {
      messages.write(bytes, at, Math.min(piece, bytes.length - at));
    }
    messages.end();
    return out.toByteArray();
  }
}
