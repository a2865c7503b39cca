package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Samples;
import dev.losslessd.store.AuditEvent.Kind;
import dev.losslessd.store.AuditEvent.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

  @TempDir private Path folder;

  @Test
  void linesAreJsonInAFixedFormAndChained() throws IOException {
    write(
        new AuditEvent(
            Kind.ROLLED_BACK,
            NOW,
            "uid:0",
            "socket",
            "said \"no\"\n",
            "c-000001",
            List.of("gpu01:ens1f0np0"),
            List.of(new Step("gpu01:ens1f0np0 pfc", "none", "3"))));

    String line = Files.readString(file());
    assertThat(line)
        .startsWith(
            "{\"n\":1,\"at\":\"2027-01-01T00:00:00Z\",\"event\":\"rolled-back\",\"actor\":\"uid:0\",\"from\":\"socket\",\"why\":\"said"
                + " \\\"no\\\"\\n\",\"commit\":\"c-000001\","
                + "\"targets\":[\"gpu01:ens1f0np0\"],\"steps\":[{\"setting\":\"gpu01:ens1f0np0"
                + " pfc\",\"before\":\"none\",\"after\":\"3\"}],\"sha256\":\"")
        .endsWith("\"}\n");
    assertThat(Audit.verify(file())).isEqualTo(new AuditVerdict.Whole(1, true));
  }

  @Test
  void theHashIsSha256OfThePreviousHashAndTheText() throws Exception {
    write(events(new Random(1), 2));
    List<String> lines = Files.readAllLines(file());
    String previous = "0".repeat(64);
    for (String line : lines) {
      String content = line.substring(0, line.length() - 64 - 13);
      byte[] sum =
          MessageDigest.getInstance("SHA-256")
              .digest((previous + content).getBytes(StandardCharsets.UTF_8));
      previous = HexFormat.of().formatHex(sum);
      assertThat(line).isEqualTo(content + ",\"sha256\":\"" + previous + "\"}");
    }
  }

  @Test
  void anyTextReadsBackAndIsOneLine() {
    Random random = new Random(2);
    String previous = AuditLine.START;
    for (int round = 0; round < 3_000; round++) {
      AuditLine line = AuditLine.after(previous, round + 1, event(random));
      assertThat(line.text()).doesNotContain("\n");
      byte[] bytes = line.text().getBytes(StandardCharsets.UTF_8);
      AuditLine read = AuditLine.parse(new String(bytes, StandardCharsets.UTF_8));
      assertThat(read).isEqualTo(line);
      assertThat(read.follows(previous)).isTrue();
      previous = line.sha256();
    }
  }

  @Test
  void theChainGoesOnAfterARestart() {
    write(events(new Random(3), 5));
    write(events(new Random(4), 5));
    assertThat(Audit.verify(file())).isEqualTo(new AuditVerdict.Whole(10, true));
  }

  @Test
  void everyFlippedByteIsFoundAtItsLine() throws IOException {
    write(events(new Random(5), 6));
    byte[] whole = Files.readAllBytes(file());
    int line = 1;
    for (int at = 0; at < whole.length; at++) {
      byte[] bytes = whole.clone();
      bytes[at] ^= (byte) (1 << at % 8);
      Files.write(file(), bytes);
      assertBroken(line, "byte " + at);
      line += whole[at] == '\n' ? 1 : 0;
    }
  }

  @Test
  void everyTruncationIsFoundAtItsLine() throws IOException {
    write(events(new Random(6), 4));
    byte[] whole = Files.readAllBytes(file());
    int line = 1;
    for (int cut = 0; cut < whole.length; cut++) {
      Files.write(file(), Arrays.copyOf(whole, cut));
      assertBroken(line, "cut at " + cut);
      line += whole[cut] == '\n' ? 1 : 0;
    }
  }

  @Test
  void randomEditsAreAlwaysFoundAtTheFirstBadLine() throws IOException {
    write(events(new Random(7), 12));
    List<String> whole = Files.readAllLines(file());
    Random random = new Random(8);
    for (int round = 0; round < 600; round++) {
      List<String> lines = new ArrayList<>(whole);
      int first = edit(lines, random);
      Files.writeString(file(), String.join("\n", lines) + (lines.isEmpty() ? "" : "\n"));
      assertBroken(first, "round " + round);
    }
  }

  /** Returns the first line that is not what it was. */
  private static int edit(List<String> lines, Random random) {
    int at = random.nextInt(lines.size());
    switch (random.nextInt(5)) {
      case 0 -> lines.remove(at);
      case 1 -> {
        int copied = random.nextInt(lines.size());
        lines.add(at, lines.get(copied));
        at += copied == at ? 1 : 0; // two of the same: the second is the surplus one
      }
      case 2 -> {
        int other = random.nextInt(lines.size());
        if (other == at) {
          lines.remove(at);
        } else {
          Collections.swap(lines, at, other);
          at = Math.min(at, other);
        }
      }
      case 3 -> lines.subList(at, lines.size()).clear();
      default -> {
        // a forger who knows the format, and changes one line with a fitting hash of its own
        AuditLine old = AuditLine.parse(lines.get(at));
        AuditEvent forged = event(random);
        String before = at == 0 ? AuditLine.START : AuditLine.parse(lines.get(at - 1)).sha256();
        lines.set(at, AuditLine.after(before, old.number(), forged).text());
        at = Math.min(at + 1, lines.size() - 1);
      }
    }
    return at + 1;
  }

  @Test
  void aChainWithoutItsHeadSaysThatItsEndIsNotVouchedFor() throws IOException {
    write(events(new Random(9), 3));
    Files.delete(AuditHead.beside(file()));
    assertThat(Audit.verify(file())).isEqualTo(new AuditVerdict.Whole(3, false));
  }

  @Test
  void aHeadThatIsOneBehindIsACrashAndNoHarm() throws IOException {
    write(events(new Random(10), 3));
    byte[] behind = Files.readAllBytes(AuditHead.beside(file()));
    write(events(new Random(11), 1));
    Files.write(AuditHead.beside(file()), behind);
    assertThat(Audit.verify(file())).isEqualTo(new AuditVerdict.Whole(4, true));
    write(events(new Random(12), 1));
    assertThat(Audit.verify(file())).isEqualTo(new AuditVerdict.Whole(5, true));
  }

  @Test
  void anEditedHeadIsFound() throws IOException {
    write(events(new Random(13), 3));
    Files.writeString(AuditHead.beside(file()), "3 abc\n");
    assertBroken(3, "head");
  }

  @Test
  void aTornLastLineIsDroppedAtEachByteAndTheNextLineSaysSo() throws IOException {
    write(events(new Random(14), 2));
    byte[] head = Files.readAllBytes(AuditHead.beside(file()));
    long before = Files.size(file());
    write(events(new Random(15), 1));
    byte[] whole = Files.readAllBytes(file());
    for (int cut = (int) before + 1; cut < whole.length; cut++) {
      Files.write(file(), Arrays.copyOf(whole, cut));
      Files.write(AuditHead.beside(file()), head);
      assertThat(Audit.verify(file()))
          .isEqualTo(new AuditVerdict.Broken(3, "is cut short: it has no end"));
      Audit.open(file(), NOW).close();
      assertThat(Audit.verify(file())).isEqualTo(new AuditVerdict.Whole(3, true));
      assertThat(AuditLine.parse(Files.readAllLines(file()).get(2)).event())
          .extracting(AuditEvent::kind, AuditEvent::why)
          .containsExactly(
              Kind.TORN,
              "a crash had cut the last line; its " + (cut - before) + " bytes are dropped");
    }
  }

  @Test
  void aDamagedAuditIsSetAsideAndTheNewOneSaysSo() throws IOException {
    write(events(new Random(16), 4));
    byte[] bytes = Files.readAllBytes(file());
    bytes[100] ^= 1;
    Files.write(file(), bytes);

    Audit.open(file(), NOW).close();

    Path aside = folder.resolve("audit.jsonl.damaged-" + NOW.getEpochSecond());
    assertThat(Files.readAllBytes(aside)).isEqualTo(bytes);
    assertThat(Audit.verify(file())).isEqualTo(new AuditVerdict.Whole(1, true));
    assertThat(Files.readString(file())).contains("\"event\":\"damaged\"").contains("line 1 ");
  }

  @Test
  void linesThatAreMissingAtTheEndAreNotPaperedOverByARestart() throws IOException {
    write(events(new Random(17), 4));
    List<String> lines = Files.readAllLines(file());
    Files.writeString(file(), String.join("\n", lines.subList(0, 2)) + "\n");

    Audit.open(file(), NOW).close();

    assertThat(Files.readString(file())).contains("line 3 is missing: there were 4 lines");
  }

  @Test
  void whatWasConfirmedIsNotRolledBackWithoutAContradiction() throws IOException {
    write(told(Kind.SUBMIT, 1), told(Kind.CONFIRMED, 1), told(Kind.SUBMIT, 2));
    write(told(Kind.ROLLED_BACK, 2), told(Kind.ROLLED_BACK, 1), told(Kind.STUCK, 1));

    assertThat(Audit.verify(file()))
        .isEqualTo(
            new AuditVerdict.Contradiction(
                5, "says that c-000001 is rolled-back, and line 2 that it was confirmed"));
    write(told(Kind.SUBMIT, 3));
    assertThat(Files.readAllLines(file())).as("is not set aside for that").hasSize(7);
  }

  @Test
  void aCommitThatIsStuckAfterItsConfirmIsAContradictionToo() {
    write(told(Kind.CONFIRMED, 1), told(Kind.STUCK, 1));
    assertThat(Audit.verify(file())).isInstanceOf(AuditVerdict.Contradiction.class);
  }

  @Test
  void anUndoAfterThePersonsThawOfALostEndIsNoContradiction() {
    write(told(Kind.CONFIRMED, 1), frozen(Kind.FREEZE, "daemon"), frozen(Kind.THAW, "uid:0"));
    write(told(Kind.ROLLED_BACK, 1));
    assertThat(Audit.verify(file())).isEqualTo(new AuditVerdict.Whole(4, true));
  }

  @Test
  void anUndoAfterAnOrdinaryThawIsOne() {
    write(told(Kind.CONFIRMED, 1), frozen(Kind.FREEZE, "uid:0"), frozen(Kind.THAW, "uid:0"));
    write(told(Kind.ROLLED_BACK, 1));
    assertThat(Audit.verify(file())).isInstanceOf(AuditVerdict.Contradiction.class);
  }

  @Test
  void aNumberThatANewJournalGivesOutAgainIsAnotherCommit() {
    write(told(Kind.CONFIRMED, 1), told(Kind.SUBMIT, 1), told(Kind.ROLLED_BACK, 1));
    assertThat(Audit.verify(file())).isEqualTo(new AuditVerdict.Whole(3, true));
  }

  private static AuditEvent told(Kind kind, int number) {
    String id = "c-%06d".formatted(number);
    return new AuditEvent(kind, NOW, "uid:0", "socket", "", id, List.of(), List.of());
  }

  private static AuditEvent frozen(Kind kind, String actor) {
    return new AuditEvent(kind, NOW, actor, actor, "", "", List.of(), List.of());
  }

  @Test
  void aFullDiskIsOneClearMessage() throws IOException {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full), "/dev/full is missing");
    try (Audit audit = Audit.open(file(), NOW)) {
      audit.append(event(new Random(18)));
      Files.delete(AuditHead.beside(file()));
      Files.createSymbolicLink(folder.resolve("audit.jsonl.head.new"), full);
      assertThatThrownBy(() -> audit.append(event(new Random(19))))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("No space left on device");
    }
  }

  private void assertBroken(long line, String as) {
    assertThat(Audit.verify(file()))
        .as(as)
        .isInstanceOfSatisfying(
            AuditVerdict.Broken.class, broken -> assertThat(broken.line()).as(as).isEqualTo(line));
  }

  private void write(AuditEvent... events) {
    try (Audit audit = Audit.open(file(), NOW)) {
      for (AuditEvent event : events) {
        audit.append(event);
      }
    }
  }

  private Path file() {
    return folder.resolve("audit.jsonl");
  }

  private static AuditEvent[] events(Random random, int count) {
    AuditEvent[] all = new AuditEvent[count];
    Arrays.setAll(all, i -> event(random));
    return all;
  }

  private static AuditEvent event(Random random) {
    List<Step> steps = new ArrayList<>();
    Samples samples = new Samples(random.nextLong());
    for (int left = random.nextInt(3); left > 0; left--) {
      steps.add(Step.of(samples.change()));
    }
    return new AuditEvent(
        Kind.values()[random.nextInt(Kind.values().length)],
        NOW.plusNanos(random.nextLong(1L << 50)),
        text(random),
        "http",
        text(random),
        "c-%06d".formatted(random.nextInt(1_000_000)),
        random.nextBoolean() ? List.of() : List.of(text(random), "leaf1:Ethernet1/1"),
        steps);
  }

  /** Quotes, controls, halves of characters: whatever a person may type as a reason. */
  private static String text(Random random) {
    StringBuilder out = new StringBuilder();
    for (int left = random.nextInt(20); left > 0; left--) {
      out.append(
          switch (random.nextInt(6)) {
            case 0 -> (char) random.nextInt(0x20);
            case 1 -> "\"\\/\u007f\u2028".charAt(random.nextInt(5));
            case 2 -> (char) (0xd800 + random.nextInt(0x800));
            case 3 -> (char) random.nextInt(0x10000);
            default -> (char) ('a' + random.nextInt(26));
          });
    }
    return out.toString();
  }
}
