package dev.losslessd.app;

import static dev.losslessd.app.DemoAgents.NIC;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** What is done to the demo in each recording of a healthy fabric, by the recording's name. */
final class HealthyTransitions {
  /**
   * What happens while it is recorded.
   *
   * @param load of the fabric at the begin, in percent
   * @param two whether gpu02 has an agent too
   */
  record Transition(int load, boolean two, Play play) {}

  /** Events at times of the recording. */
  interface Play {
    void on(DemoAgents demo, Clock clock) throws Exception;
  }

  /** Waits for times of the recording. */
  interface Clock {
    /** Waits until so many minutes of fifteen have been recorded. */
    void at(double minutes);

    /** The recorder of gpu01's page. */
    PageRecorder recorder();
  }

  private HealthyTransitions() {}

  static Map<String, Transition> all() {
    Map<String, Transition> all = new LinkedHashMap<>();
    all.put("idle", of(0, (_, _) -> {}));
    all.put("load", of(60, (_, _) -> {}));
    all.put("job", of(0, HealthyTransitions::job));
    all.put("own-commits", of(0, HealthyTransitions::ownCommits));
    all.put("guard", of(40, HealthyTransitions::guard));
    all.put("restart", of(40, HealthyTransitions::restart));
    all.put("upgrade", of(40, HealthyTransitions::upgrade));
    all.put("counter-reset", of(40, HealthyTransitions::counterReset));
    all.put("slow-reader", of(40, HealthyTransitions::slowReader));
    all.put("lost-scrape", of(40, HealthyTransitions::lostScrape));
    all.put("dropped-packet", of(40, HealthyTransitions::droppedPacket));
    all.put("switch-reboot", of(40, HealthyTransitions::switchReboot));
    all.put("agent-gone", new Transition(40, true, HealthyTransitions::agentGone));
    return all;
  }

  private static Transition of(int load, Play play) {
    return new Transition(load, false, play);
  }

  private static void job(DemoAgents demo, Clock clock) {
    clock.at(3);
    demo.tell("load 60");
    clock.at(9);
    demo.tell("load 0");
  }

  /** Both ends lose RoCE and get it back, twice: each NIC's link goes down four times. */
  private static void ownCommits(DemoAgents demo, Clock clock) {
    for (double begin : new double[] {2, 5}) {
      clock.at(begin);
      demo.type("rollback", "0", "--yes", "--confirm");
      clock.at(begin + 1);
      demo.type("rollback", "1", "--yes", "--confirm");
    }
  }

  private static void guard(DemoAgents demo, Clock clock) {
    clock.at(3);
    demo.type("set", NIC, "dcqcn", "minTimeBetweenCnpsMicros=8", "--yes");
    clock.at(4);
    demo.tell("drop " + NIC + " 3 2");
    DaemonFixture.await(
        () -> demo.gpu01.get("/api/v1/commits").body().contains("\"state\":\"rolled-back\""),
        "the guard did not undo");
  }

  private static void restart(DemoAgents demo, Clock clock) throws Exception {
    clock.at(3.1);
    demo.gpu01.end(false);
    clock.at(3.6);
    demo.gpu01.start();
  }

  private static void upgrade(DemoAgents demo, Clock clock) throws Exception {
    clock.at(3.1);
    demo.gpu01.end(false);
    demo.gpu01.from(List.of("-cp", newer().toString()));
    clock.at(5.1);
    demo.gpu01.start();
  }

  /** The same classes in a jar that says another version. */
  private static Path newer() throws IOException {
    Path now = Path.of(ClassCache.options().getLast());
    Path newer = now.resolveSibling("newer.jar");
    try (JarFile jar = new JarFile(now.toFile());
        OutputStream file = Files.newOutputStream(newer)) {
      Manifest manifest = jar.getManifest();
      manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "newer");
      try (JarOutputStream out = new JarOutputStream(file, manifest)) {
        for (JarEntry entry : jar.stream().skip(1).toList()) {
          out.putNextEntry(new JarEntry(entry.getName()));
          jar.getInputStream(entry).transferTo(out);
        }
      }
    }
    return newer;
  }

  private static void counterReset(DemoAgents demo, Clock clock) {
    clock.at(4);
    demo.tell("zero " + NIC);
  }

  /** Each answer of the driver takes so long that it is asked seldom. */
  private static void slowReader(DemoAgents demo, Clock clock) {
    clock.at(3);
    demo.tell("stall " + NIC + " 1200 1000000");
    clock.at(9);
    demo.tell("clear " + NIC);
  }

  private static void lostScrape(DemoAgents demo, Clock clock) {
    clock.at(4.1);
    clock.recorder().cut(true);
    clock.at(4.3);
    clock.recorder().cut(false);
  }

  private static void droppedPacket(DemoAgents demo, Clock clock) {
    clock.at(4);
    demo.tell("drop " + NIC + " 3 1");
  }

  private static void switchReboot(DemoAgents demo, Clock clock) {
    demo.type("save", "leaf1", "--with-foreign", "--yes");
    clock.at(3);
    demo.tell("vanish leaf1");
    List.of("gpu01", "gpu02").forEach(host -> demo.tell("dark " + host + ":ens1f0np0 on"));
    clock.at(7);
    demo.tell("reboot leaf1");
    List.of("gpu01", "gpu02").forEach(host -> demo.tell("dark " + host + ":ens1f0np0 off"));
  }

  private static void agentGone(DemoAgents demo, Clock clock) throws Exception {
    clock.at(3.1);
    demo.gpu01.end(false);
    clock.at(8.1);
    demo.gpu01.start();
  }

  /** The clock of a recording that may be shorter, for a trial. */
  static Clock clock(PageRecorder recorder, Duration time) {
    return new Clock() {
      @Override
      public void at(double minutes) {
        Duration due = Duration.ofMillis((long) (time.toMillis() * minutes / 15));
        DaemonFixture.await(
            time, () -> recorder.elapsed().compareTo(due) >= 0, "time stands still");
      }

      @Override
      public PageRecorder recorder() {
        return recorder;
      }
    };
  }
}
