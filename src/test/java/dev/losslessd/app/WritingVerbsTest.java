package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.demo.DemoConfig;
import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every verb that writes, on a real terminal and in a pipe: whether it asks, how long it waits, and
 * its exit code with a device that lies, with a slow one, and in observe mode.
 */
@SystemGroup
class WritingVerbsTest {
  /** Its switch is not read here, so that it may be changed alone. */
  private static final String NIC = "gpu01:ens2f0np0";

  private static final String PORT = "leaf1:Ethernet1/1";

  /** Longer than what is shown as slow. */
  private static final String STALL = "stall leaf1 2500 1";

  private static final Pattern SECONDS = Pattern.compile(", \\d+ s\r");

  private final List<String> table = new ArrayList<>();
  @TempDir private Path folder;
  private DaemonFixture fixture;
  private Pty pty;
  private int mtu = 9000;

  @BeforeEach
  void start() throws Exception {
    Assumptions.assumeTrue(Pty.isThere(), "script is missing");
    fixture = new DaemonFixture(folder, "enforce", DemoConfig.POLICY + "  mtu: 9216\n");
    fixture.manage("leaf1");
    replace("ssh: 10s", "ssh: 1h"); // no poll takes the slow answer that a verb is to wait for
    fixture.start();
    pty = Pty.open(fixture.socket());
    DaemonFixture.await(
        () -> fixture.get("/api/v1/ports/leaf1/Ethernet1/1").statusCode() == 200,
        "the switch is not read");
  }

  private void replace(String what, String with) throws IOException {
    Files.writeString(fixture.config, Files.readString(fixture.config).replace(what, with));
  }

  @AfterEach
  void stop() throws Exception {
    if (pty != null) {
      pty.close();
    }
    if (fixture != null) {
      fixture.close();
    }
  }

  @Test
  void aPlanWithARiskIsAskedAboutAndTheExitCodeIsTheResult() throws Exception {
    Path file = folder.resolve("wish.yaml");
    Files.writeString(file, NIC + ": { pfc: { lossless: [4] } }\n");
    Pty.Seen program = Pty.alone(fixture.socket(), "no", "set", NIC, "pfc", "4");
    assertThat(program.code()).as(program.text()).isOne();
    assertThat(program.asked()).isTrue();
    row("set", () -> {}, "lie " + NIC + " pfc", "set", NIC, "pfc", "4");
    row("unset", this::kept, "lie " + NIC + " pfc", "unset", NIC, "pfc");
    row("apply -f", () -> {}, "lie " + NIC + " pfc", "apply", "-f", file.toString());
    row("rollback", this::kept, "lie " + NIC + " pfc", "rollback", "0");
    row("release", this::kept, "lie " + NIC + " pfc", "release", "gpu01", "--restore");
    row("save", this::unsaved, "refuse leaf1 copy", "save", "leaf1");
    row("retry", this::stuck, "lie " + NIC + " pfc", "retry", "--overwrite");
    row("abandon", this::stuck, "", "abandon", "ID", "--reason", "x");

    assertThat(table)
        .containsExactly(
            "set      | pty: asks, no 1, yes 0 | pipe: 2 | lies: 1",
            "unset    | pty: asks, no 1, yes 0 | pipe: 2 | lies: 1",
            "apply -f | pty: asks, no 1, yes 0 | pipe: 2 | lies: 1",
            "rollback | pty: asks, no 1, yes 0 | pipe: 2 | lies: 1",
            "release  | pty: asks, no 1, yes 0 | pipe: 2 | lies: 1",
            "save     | pty: asks, no 1, yes 0 | pipe: 2 | lies: 3",
            "retry    | pty: asks, no 1, yes 0 | pipe: 2 | lies: 3",
            "abandon  | pty: asks, no 1, yes 0 | pipe: 2 | lies: -");
  }

  @Test
  void withoutARiskAndForWhatStopsNothingIsAsked() throws Exception {
    unasked("set", "set", PORT, "mtu", "9100");
    unasked("cancel", "cancel");
    unasked("set", "set", PORT, "mtu", "9100");
    unasked("confirm", "confirm");
    unasked("unset", "unset", PORT, "mtu");
    unasked("freeze", "freeze");

    assertThat(table).allSatisfy(line -> assertThat(line).endsWith("| pty: asks nothing, 0"));
  }

  @Test
  void aSlowSwitchIsWaitedForAndTheWaitIsShown() throws Exception {
    slow("set", "set", PORT, "mtu", "9100");
    mtu();
    slow("unset", "unset", PORT, "mtu");
    slow("rollback", "rollback", "0");
    slow("release", "release", "leaf1", "--restore");
    slow("save", "save", "leaf1");
    stuckLeaf();
    slow("retry", "retry", "--overwrite");
    stuckLeaf();
    slow("abandon", "abandon", "ID", "--reason", "x");

    assertThat(table)
        .containsExactly(
            "set      | slow: shown, waits, 0",
            "unset    | slow: shown, waits, 0",
            "rollback | slow: shown, waits, 0",
            "release  | slow: shown, waits, 0",
            "save     | slow: shown, waits, 0",
            "retry    | slow: shown, waits, 0",
            "abandon  | slow: not shown, waits, 0");
    fixture.tell(STALL);
    DaemonFixture.Typed pipe = fixture.type("set", PORT, "mtu", "9000");
    assertThat(pipe.code()).as(pipe.text()).isZero();
    assertThat(pipe.text()).contains("awaits your confirm").doesNotContain(" s\u001b", "\r");
  }

  @Test
  void inObserveModeEachIsRefusedAndNobodyIsAsked() throws Exception {
    mtu();
    stuck();
    String id = last();
    fixture.end(false);
    replace("mode: enforce", "mode: observe");
    fixture.start();

    refused("set", "set", NIC, "dscp", "26=4");
    refused("set", "set", PORT, "mtu", "9000");
    refused("unset", "unset", PORT, "mtu");
    refused("apply", "apply", "--accept-scope");
    refused("rollback", "rollback", "0");
    refused("release", "release", "leaf1", "--restore");
    refused("save", "save", "leaf1", "--with-foreign");
    refused("retry", "retry", id);
    assertThat(table).allSatisfy(line -> assertThat(line).endsWith("| observe: 1"));
  }

  private void row(String verb, Runnable before, String lie, String... words) throws Exception {
    before.run();
    Pty.Seen no = pty.type("no", named(words));
    assertThat(no.text()).contains("Nothing was written.");
    DaemonFixture.Typed pipe = fixture.type(named(words));
    assertThat(pipe.text()).contains("--yes is needed");
    Pty.Seen yes = pty.type("yes", named(words));
    assertThat(yes.text()).doesNotContain("is being applied");
    back();
    String lying = lie.isEmpty() ? "-" : lying(before, lie, words);
    line(
        verb,
        "pty: "
            + (no.asked() && yes.asked() ? "asks" : "asks nothing")
            + ", no "
            + no.code()
            + ", yes "
            + yes.code()
            + " | pipe: "
            + pipe.code()
            + " | lies: "
            + lying);
  }

  private String lying(Runnable before, String lie, String... words) {
    before.run();
    fixture.tell(lie);
    List<String> all = new ArrayList<>(List.of(named(words)));
    all.add("--yes");
    DaemonFixture.Typed typed = fixture.type(all.toArray(String[]::new));
    healthy();
    back();
    return String.valueOf(typed.code());
  }

  private void unasked(String verb, String... words) throws Exception {
    Pty.Seen seen = pty.type("no", words);
    line(verb, "pty: " + (seen.asked() ? "asks" : "asks nothing") + ", " + seen.code());
  }

  private void slow(String verb, String... words) throws Exception {
    fixture.tell(STALL);
    Pty.Seen seen = pty.type("yes", named(words));
    boolean shown = SECONDS.matcher(seen.text()).find();
    boolean waits = !seen.text().contains("is being applied");
    line(
        verb,
        "slow: "
            + (shown ? "shown, " : "not shown, ")
            + (waits ? "waits, " : "does not wait, ")
            + seen.code());
    healthy();
    fixture.type("cancel");
  }

  private void refused(String verb, String... words) throws Exception {
    Pty.Seen seen = pty.type("yes", words);
    assertThat(seen.text()).contains("mode is observe");
    assertThat(verb.equals("retry") || !seen.asked()).as(seen.text()).isTrue();
    line(verb, "observe: " + seen.code());
  }

  private void line(String verb, String result) {
    table.add("%-8s | %s".formatted(verb, result));
    System.out.println(table.getLast());
  }

  private String[] named(String... words) {
    String[] all = words.clone();
    for (int i = 0; i < all.length; i++) {
      all[i] = all[i].equals("ID") ? last() : all[i];
    }
    return all;
  }

  private String last() {
    String list = fixture.get("/api/v1/commits?limit=1").body();
    return list.replaceAll("(?s).*\"id\" ?: ?\"(c-\\d+)\".*", "$1");
  }

  private void type(String... words) {
    DaemonFixture.Typed typed = fixture.type(words);
    assertThat(typed.code()).as(typed.text()).isZero();
  }

  private void kept() {
    type("set", NIC, "pfc", "4", "--yes", "--confirm");
  }

  private void mtu() {
    type("set", PORT, "mtu", "9100", "--yes", "--confirm");
  }

  /** With another value than the one that was saved last. */
  private void unsaved() {
    type("set", PORT, "mtu", String.valueOf(mtu += 2), "--yes", "--confirm");
  }

  /** Somebody else has set what an undo would overwrite. */
  private void stuck() {
    type("set", NIC, "pfc", "4", "--yes");
    fixture.tell("foreign " + NIC + " pfc 5");
    fixture.type("cancel");
    DaemonFixture.await(
        () -> fixture.type("commits", last()).text().contains("is stuck"), "it is not stuck");
  }

  /** The switch has refused the undo. */
  private void stuckLeaf() {
    type("set", PORT, "mtu", "9200", "--yes");
    fixture.tell("refuse leaf1 interface");
    fixture.type("cancel");
    DaemonFixture.await(
        () -> fixture.type("commits", last()).text().contains("is stuck"), "it is not stuck");
    healthy();
  }

  private void healthy() {
    fixture.tell("clear");
    fixture.tell("clear leaf1");
  }

  /** As before the first verb. */
  private void back() {
    fixture.type("cancel");
    fixture.type("retry", "--yes", "--overwrite");
    fixture.type("release", "gpu01", "--undo");
    fixture.type("release", "leaf1", "--undo");
    if (!fixture.get("/api/v1/revisions").body().contains("\"items\":[]")) {
      type("rollback", "0", "--yes", "--confirm", "--accept-scope");
    }
    fixture.tell("foreign " + NIC + " pfc none");
    DaemonFixture.await(() -> fixture.pfc(NIC).equals("pfc none"), "not as before");
  }
}
