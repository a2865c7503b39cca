package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.OnBox;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Words that mean more than themselves, at every place where a word can come in: none is ever sent.
 */
class HostileWordsTest extends OnBox<Leaf1> {
  private static final int WORDS = 3_000;

  /** Each of them is a whole change over a terminal. */
  private static final int SENT_BACK = 600;

  private static final Target BOX = new Target.Device(Leaf1.ID);
  private static final Target PORT = Target.port(new PortId(Leaf1.ID, "Ethernet1/1"));

  /** Words of a device's answer to replace by a hostile one, and the change that takes it over. */
  private static final List<Map.Entry<String, Change>> READ_BACK =
      List.of(
          Map.entry("SITE_NQ\n", change(BOX, Lossless.NONE, lossless(4))),
          Map.entry("c-8q-nq-default", change(BOX, lossless(3), lossless(4))),
          Map.entry("mtu 9215", change(BOX, lossless(3), lossless(4))),
          Map.entry("pfc-cos 3", change(BOX, lossless(3), lossless(4))),
          Map.entry("SITE_OUT", change(BOX, Ecn.OFF, marks())),
          Map.entry("c-out-8q-q4", change(BOX, Ecn.OFF, marks())),
          Map.entry("percent 55", change(BOX, Ecn.OFF, marks())),
          Map.entry("priority level 1", change(BOX, Ecn.OFF, marks())),
          Map.entry("SITE_IN", change(BOX, DscpMap.EMPTY, dscps())),
          Map.entry("STORAGE", change(BOX, DscpMap.EMPTY, dscps())),
          Map.entry("26,40", change(BOX, DscpMap.EMPTY, dscps())),
          Map.entry("qos-group 3", change(BOX, DscpMap.EMPTY, dscps())),
          Map.entry("SITE_TEXT", change(PORT, new Mtu(9216), new Mtu(9000))),
          Map.entry("mode on", change(PORT, new Pfc(PrioritySet.of(3)), Pfc.OFF)),
          Map.entry("Ethernet1/2", change(PORT, pcp(), new Trust(Trust.Field.DSCP))),
          Map.entry("9216\n", change(PORT, new Mtu(9216), new Mtu(9000))));

  private static Change change(Target target, Setting before, Setting after) {
    return new Change(target, before, after, List.of(), Set.of());
  }

  private static Lossless lossless(int priority) {
    return new Lossless(PrioritySet.of(priority));
  }

  private static Ecn marks() {
    return Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(150_000, 1_500_000, 10)));
  }

  private static DscpMap dscps() {
    return DscpMap.of(Map.of(Dscp.of(26), Priority.of(3)));
  }

  private static Trust pcp() {
    return new Trust(Trust.Field.PCP);
  }

  private static final List<String> POISON =
      List.of(
          "\n",
          "\r",
          "\r\n",
          ";",
          " ; ",
          "|",
          "$(id)",
          "`id`",
          "?",
          "!",
          "\t",
          "\u0000",
          "\u0003",
          "\u001a",
          "\u001b[A",
          "\u0008",
          "\u007f",
          "'",
          "\"",
          "\\",
          "&&",
          ">",
          "<",
          "{",
          "}",
          "*",
          "#",
          "~",
          "^",
          " ",
          "\u0415",
          "\uff0f",
          "\u2028",
          "\u00a0",
          "\u202e",
          "\ud83d\ude00",
          "\u0661",
          "\"x' ;",
          "%0a;",
          "/../;");

  private static final List<String> PLAIN =
      List.of("Ethernet1/1", "9000", "3", "SITE", "q", "reload", "write", "erase", "no", "a-b_c.d");

  private static String hostile(Random random) {
    if (random.nextInt(20) == 0) {
      return "A".repeat(256 + random.nextInt(600));
    }
    StringBuilder word = new StringBuilder(PLAIN.get(random.nextInt(PLAIN.size())));
    int parts = 1 + random.nextInt(3);
    for (int n = 0; n < parts; n++) {
      word.append(POISON.get(random.nextInt(POISON.size())));
      word.append(PLAIN.get(random.nextInt(PLAIN.size())));
    }
    return word.append("reload").toString();
  }

  @Override
  protected Leaf1 make(Path folder) throws IOException {
    return new Leaf1(folder);
  }

  private void setUp() {
    leaf.control().reset();
    leaf.control().foreign(Transcript.site(SwitchSystem.NXOS));
    leaf.control().clearLog();
  }

  @Test
  void noneThatADevicePrintsIsSentBack() throws Exception {
    Random random = new Random(11);
    try (SwitchSession session = leaf.session("admin");
        SwitchSession other = leaf.session("admin")) {
      int refused = 0;
      for (int n = 0; n < SENT_BACK; n++) {
        var place = READ_BACK.get(n % READ_BACK.size());
        String word = hostile(random);
        String found = place.getKey();
        String keep = found.endsWith("\n") ? "\n" : "";
        String head = found.contains(" ") ? found.substring(0, found.lastIndexOf(' ') + 1) : "";
        setUp();
        leaf.control().rewrite((_, text) -> text.replace(found, head + word + keep));

        refused += attempt(session, place.getValue(), word);
      }
      // the others are words that no line is made of, such as a description
      assertThat(refused).isGreaterThan(SENT_BACK / 2);
      setUp();
      assertThat(session.read(PORT).inForce(new Mtu(1500).kind())).contains(new Mtu(9216));
      leaf.control().clearLog();
      assertThat(other.read(PORT).inForce(new Mtu(1500).kind())).contains(new Mtu(9216));
      assertThat(leaf.sent()).allMatch(line -> line.matches("(show|terminal) [a-z0-9 -]+"));
    }
  }

  /** 1 if it was refused. Whatever came of it, only lines of the ledger were sent. */
  private int attempt(SwitchSession session, Change change, String word) throws IOException {
    int refused = 0;
    try {
      session.apply(change);
    } catch (DeviceException e) {
      refused = 1;
      assertThat(e.getMessage()).as(word).matches("[ -~]{20,900}");
      if (e.kind() != DeviceException.Kind.REFUSED) { // by the switch, which has no such class
        assertThat(leaf.sent()).as(word).noneMatch(line -> line.startsWith("configure"));
      }
    }
    assertThat(leaf.sent())
        .as(word)
        .allMatch(line -> line.matches("[ -~]*"))
        .allSatisfy(line -> assertThat(NxosLedger.LEDGER.find(line)).as(line).isPresent());
    // a terminal drops or obeys the other control characters: what is seen is another word
    if (word.chars().noneMatch(c -> (c < ' ' && c != '\t') || c == 127)) {
      assertThat(leaf.sent()).as(word).noneMatch(line -> line.contains("reload"));
    }
    return refused;
  }

  @Test
  void noneThatAnOperatorGivesIsSent() throws Exception {
    Random random = new Random(12);
    setUp();
    try (SwitchSession session = leaf.session("admin")) {
      assertThat(session.targets()).hasSize(5);
      leaf.control().clearLog();
      for (int n = 0; n < WORDS; n++) {
        String word = hostile(random);
        String said =
            switch (n % 3) {
              case 0 -> refusal(() -> session.read(Target.port(new PortId(Leaf1.ID, word))));
              case 1 ->
                  refusal(() ->
                      new SwitchAccess(
                          Leaf1.ID,
                          () -> {
                            throw new AssertionError("connected");
                          },
                          Optional.empty(),
                          Optional.empty(),
                          () -> 0,
                          word,
                          DeviceNotes.none(),
                          () -> 0));
              default ->
                  refusal(() ->
                      session.apply(
                          change(
                              Target.port(new PortId(Leaf1.ID, word)),
                              new Mtu(1500),
                              new Mtu(9000))));
            };
        assertThat(said).as(word).contains("expected");
      }
      assertThat(leaf.sent()).allMatch(line -> line.startsWith("show "));
      assertThat(session.targets()).hasSize(5);
    }
  }

  private static String refusal(Runnable attempt) {
    try {
      attempt.run();
      return "taken";
    } catch (DeviceException | IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void aLineThatTheLedgerDoesNotHaveCannotBeMade() {
    List<String> made = new ArrayList<>();
    Random random = new Random(13);
    for (int n = 0; n < WORDS; n++) {
      String word = hostile(random);
      for (Ledger one : Ledger.values()) {
        try {
          made.add(NxosLedger.LEDGER.line(one.literal, word).command().line());
        } catch (DeviceException e) {
          assertThat(e.getMessage()).matches("[ -~]{20,900}");
        }
      }
    }
    assertThat(made).isEmpty();
  }

  /** Every line that takes a word. */
  private enum Ledger {
    CLASS("class type queuing"),
    SERVICE("service-policy type network-qos"),
    PORT("interface"),
    CHECKPOINT("checkpoint");

    private final String literal;

    Ledger(String literal) {
      this.literal = literal;
    }
  }

  @Test
  void aBannerIsNoConfiguration() {
    String config =
        """
        version 10.3(4a)
        banner motd #
        interface Ethernet9/9
        line vty
        #
        interface Ethernet1/7
        line console
        line vty
        """;

    assertThat(RunningConfig.parseConfig(RunningConfig.COMMAND, config).after("interface "))
        .containsExactly("Ethernet1/7");
  }
}
