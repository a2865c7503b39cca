package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is written to a page in protobuf is read back as a page of text has it. */
class MessagesTest {
  private static final String ESCAPES = "q\"b\\n\nx\u00e9";

  private static void page(Text text) {
    text.family("a_total", "counter", "Help that is long. ".repeat(40));
    text.sample("0");
    text.sample("18446744073709551615", "port", "p", "note", "quote q, comma ,");
    text.family("b_seconds", "gauge", "Seconds.");
    text.sample("9007199254.740993", "x", "z");
    text.sample("-3", "x", "least");
    text.sample("1.0E-7", "x", "small");
    text.sample("NaN", "x", "none");
    text.family("c", "untyped", "c");
    text.sample("5", "long", "v".repeat(700));
    text.family("h_hertz", "histogram", "Rates.");
    text.histogram(List.of(0.5, 10.0), List.of(1L, 2L), 3, 4.5, "port", "a");
    text.histogram(List.of(0.5, 10.0), List.of(0L, 0L), 0, 0, "port", "b");
  }

  @Test
  void eachSampleIsAsTheTextHasIt() throws IOException {
    assertThat(Families.lines(messages(MessagesTest::page)))
        .isEqualTo(Families.lines(Pages.written(MessagesTest::page)));
  }

  @Test
  void labelsAndHelpAreNotEscaped() throws IOException {
    byte[] page =
        messages(text -> {
          text.family("x", "gauge", ESCAPES);
          text.sample("1", "a", ESCAPES);
        });

    String bytes = new String(page, StandardCharsets.UTF_8);
    assertThat(bytes.indexOf(ESCAPES)).isPositive().isLessThan(bytes.lastIndexOf(ESCAPES));
    assertThat(Families.lines(page)).last().isEqualTo("x{a=\"q\\\"b\\\\n\\nx\u00e9\"} 1.0");
  }

  @Test
  void aLargeFamilyLeavesNothingForTheNextOneAndTheNextPage() throws IOException {
    ByteArrayOutputStream room = new ByteArrayOutputStream();
    Consumer<Text> large =
        text -> {
          text.family("large", "counter", "Many.");
          for (int n = 0; n < 2000; n++) {
            text.sample(n, "port", "p".repeat(n % 90));
          }
        };

    for (Consumer<Text> page :
        List.of(large.andThen(MessagesTest::page), MessagesTest::page, large)) {
      assertThat(Families.lines(messages(page, room)))
          .isEqualTo(Families.lines(Pages.written(page)));
    }
  }

  @Test
  void aFamilyWithoutASampleIsNotThere() throws IOException {
    Consumer<Text> empty = text -> text.family("x", "gauge", "x");

    assertThat(Families.lines(messages(empty.andThen(MessagesTest::page).andThen(empty))))
        .isEqualTo(Families.lines(Pages.written(MessagesTest::page)));
    assertThat(messages(empty)).isEmpty();
  }

  @Test
  void familiesThatWereWrittenBeforeStandBetweenOthers() throws IOException {
    byte[] before = messages(text -> one(text, "b"));

    byte[] page =
        messages(text -> {
          one(text, "a");
          text.bytes(before);
          one(text, "c");
        });

    assertThat(Families.lines(page))
        .filteredOn(line -> !line.startsWith("#"))
        .containsExactly("a 1.0", "b 1.0", "c 1.0");
  }

  private static void one(Text text, String name) {
    text.family(name, "gauge", name);
    text.sample("1");
  }

  @Test
  void eachNumberIsTheNearestDouble() throws IOException {
    Random random = new Random(7);
    byte[] labels = Messages.labels("port", "a");
    byte[] prefix = Text.prefixOf("x", "port", "a");
    for (int n = 0; n < 5_000; n++) {
      boolean micros = random.nextBoolean();
      long value = random.nextLong() >>> random.nextInt(micros ? 11 : 0, 64);
      byte[] page =
          messages(text -> {
            text.family("x", "counter", "x");
            text.series(labels, 0, labels.length, value, micros);
          });
      String text =
          Pages.written(one -> one.series(prefix, 0, prefix.length, value, micros)).strip();
      assertThat(Families.lines(page)).last().isEqualTo(Families.lines(text).getLast());
    }
  }

  private static byte[] messages(Consumer<Text> by) {
    return messages(by, new ByteArrayOutputStream());
  }

  private static byte[] messages(Consumer<Text> by, ByteArrayOutputStream room) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Messages messages = new Messages(out, room);
    by.accept(messages);
    messages.flush();
    return out.toByteArray();
  }
}
