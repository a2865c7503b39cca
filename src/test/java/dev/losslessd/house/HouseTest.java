package dev.losslessd.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The whole package graph on one screen. A package that is not in the table may not exist. */
class HouseTest {
  private static final String ROOT = "dev.losslessd.";

  private static final Set<String> EVERYTHING = Set.of("*");

  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("text", Set.of()),
          Map.entry("model", Set.of("text")),
          Map.entry("formulas", Set.of("text", "model")),
          Map.entry("files", Set.of()),
          Map.entry("config", Set.of("text", "model", "files")),
          Map.entry("transport", Set.of("text", "model", "files")),
          Map.entry("driver", Set.of("text", "model", "transport", "files")),
          Map.entry("topology", Set.of("text", "model")),
          Map.entry("plan", Set.of("text", "model", "formulas", "topology")),
          Map.entry("store", Set.of("model", "text")),
          Map.entry("commit", Set.of("model", "plan", "driver", "store")),
          Map.entry("poll", Set.of("model", "driver")),
          Map.entry(
              "inventory",
              Set.of(
                  "text", "model", "files", "config", "driver", "topology", "transport", "commit")),
          Map.entry(
              "watch",
              Set.of(
                  "text",
                  "model",
                  "formulas",
                  "config",
                  "driver",
                  "topology",
                  "transport",
                  "store",
                  "commit",
                  "poll",
                  "inventory",
                  "metrics",
                  "jobs",
                  "checks")),
          Map.entry("metrics", Set.of("text", "model")),
          Map.entry("log", Set.of("text")),
          Map.entry("jobs", Set.of("text", "model")),
          Map.entry("checks", Set.of("text", "model", "formulas", "jobs", "transport")),
          Map.entry("fabric", Set.of("model")),
          Map.entry(
              "http",
              Set.of(
                  "text",
                  "model",
                  "files",
                  "config",
                  "plan",
                  "commit",
                  "watch",
                  "inventory",
                  "topology",
                  "store",
                  "metrics",
                  "jobs",
                  "checks")),
          Map.entry("cli", Set.of("text", "model", "jobs", "checks")),
          Map.entry("app", EVERYTHING),
          Map.entry("demo", EVERYTHING));

  private static final Set<String> REFUSED_NAMES =
      Set.of("util", "utils", "common", "core", "service", "manager", "impl", "dto", "helper");

  @Test
  void packagesUseOnlyWhatTheTableAllows() {
    assertThat(wrongArrows(MAY_USE)).isEmpty();
  }

  /** An arrow that nobody needs any more goes, so that the next one is a decision again. */
  @Test
  void theTableAllowsNoArrowThatNoClassUses() {
    Set<String> unused = new TreeSet<>();
    Set<String> used = usedArrows();
    MAY_USE.forEach((from, rooms) -> {
      if (!rooms.equals(EVERYTHING)) {
        rooms.stream()
            .map(to -> from + " -> " + to)
            .filter(arrow -> !used.contains(arrow))
            .forEach(unused::add);
      }
    });
    assertThat(unused).isEmpty();
  }

  @Test
  void theTableReallyBites() {
    assertThat(wrongArrows(Map.of("model", Set.of()))).isNotEmpty();
  }

  @Test
  void roomsAreFreeOfCycles() {
    slices().matching("dev.losslessd.(*)..").should().beFreeOfCycles().check(MainClasses.all());
  }

  @Test
  void vendorsDoNotKnowEachOther() {
    slices()
        .matching("dev.losslessd.driver.(*)..")
        .should()
        .notDependOnEachOther()
        .allowEmptyShould(true)
        .check(MainClasses.all());
  }

  @Test
  void librariesStayInTheirRooms() {
    onlyIn("io.javalin..", "..http..", "..app..");
    // driver: devices print JSON (0007); store: the journal is JSON (0003), streamed without
    // databind
    onlyIn(
        "tools.jackson..",
        "..config..",
        "..http..",
        "..cli..",
        "..app..",
        "..driver..",
        "..store..");
    noClasses()
        .that()
        .resideInAPackage("..store..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("tools.jackson.databind..")
        .check(MainClasses.all());
    onlyIn("at.favre.lib..", "..http..");
    onlyIn("io.micrometer..", "..metrics..", "..app..");
    onlyIn("io.prometheus..", "..metrics..");
    onlyIn("java.lang.foreign..", "..transport..");
    onlyIn("com.jcraft.jsch..", "..transport..");
    onlyIn("org.snmp4j..", "..transport..", "..fabric..");
    onlyIn("org.snmp4j.agent..", "..fabric..");
    onlyIn("org.apache.sshd..", "..fabric..");
    onlyIn("org.snakeyaml..", "..config..");
    onlyIn("picocli..", "..cli..", "..app..");
    onlyIn("com.google.re2j..", "..text..");
  }

  @Test
  void processesStartOnlyBelowOrAtTheTop() {
    noClasses()
        .that()
        .resideOutsideOfPackages("..transport..", "..app..", "..demo..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.ProcessBuilder")
        .check(MainClasses.all());
  }

  @Test
  void timeComesInByConstructor() {
    noClasses()
        .that()
        .resideOutsideOfPackages("..app..", "..demo..")
        .and()
        .doNotHaveFullyQualifiedName("dev.losslessd.log.LogProvider") // SLF4J constructs it
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .check(MainClasses.all());
  }

  /** What a peer sent becomes printable in the log; a stack trace on standard error would not. */
  @Test
  void nobodyWritesPastTheLog() {
    noClasses()
        .that()
        .resideOutsideOfPackages("..app..", "..cli..", "..fabric..", "..demo..")
        .should()
        .accessField(System.class, "err")
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .callMethod(Throwable.class, "printStackTrace")
        .check(MainClasses.all());
  }

  @Test
  void theProductKnowsNoSimulator() {
    noClasses()
        .that()
        .resideOutsideOfPackages("..fabric..", "..demo..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..fabric..", "..demo..")
        .check(MainClasses.all());
  }

  private static Set<String> usedArrows() {
    Set<String> used = new TreeSet<>();
    for (var type : MainClasses.all()) {
      String from = room(type.getPackageName());
      type.getDirectDependenciesFromSelf()
          .forEach(one -> used.add(from + " -> " + room(one.getTargetClass().getPackageName())));
    }
    return used;
  }

  private static void onlyIn(String library, String... rooms) {
    noClasses()
        .that()
        .resideOutsideOfPackages(rooms)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .check(MainClasses.all());
  }

  private static Set<String> wrongArrows(Map<String, Set<String>> table) {
    Set<String> wrong = new TreeSet<>();
    for (var type : MainClasses.all()) {
      String packageName = type.getPackageName();
      for (String part : packageName.split("\\.")) {
        if (REFUSED_NAMES.contains(part)) {
          wrong.add("package " + packageName + " has a refused name");
        }
      }
      String from = room(packageName);
      if (!table.containsKey(from)) {
        wrong.add("package " + from + " is not in the table");
        continue;
      }
      for (var dependency : type.getDirectDependenciesFromSelf()) {
        String target = dependency.getTargetClass().getPackageName();
        String to = room(target);
        boolean allowed =
            !target.startsWith(ROOT)
                || to.equals(from)
                || table.get(from).contains(to)
                || table.get(from).equals(EVERYTHING);
        if (!allowed) {
          wrong.add(from + " -> " + to + ": " + dependency.getDescription());
        }
      }
    }
    return wrong;
  }

  private static String room(String packageName) {
    return packageName.startsWith(ROOT)
        ? packageName.substring(ROOT.length()).split("\\.", 2)[0]
        : packageName;
  }
}
