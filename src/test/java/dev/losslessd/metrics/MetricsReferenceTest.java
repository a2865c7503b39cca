package dev.losslessd.metrics;

import static dev.losslessd.house.ReferencePage.coded;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.losslessd.house.ReferencePage;
import dev.losslessd.model.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every family of the Prometheus page is on the reference page, as a scrape would have it. */
class MetricsReferenceTest {
  private static final Pattern HELP = Pattern.compile("# (HELP|TYPE) (\\S+) (.*)");
  private static final Pattern SAMPLE = Pattern.compile("(\\w+)(?:\\{(.*)})? \\S+");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");
  private static final String DRIVERS = "dev.losslessd.driver";

  /** Rates of the fast clock. */
  private static final String BURSTS = "roce_(?!port_speed_).*_per_second(_max)?";

  /** A family as the page has it. */
  private static final class Family {
    private String type = "";
    private String help = "";
    private final Set<String> always = new TreeSet<>();
    private final Set<String> labels = new LinkedHashSet<>();
    private boolean seen;

    void sample(Set<String> these) {
      if (seen) {
        always.retainAll(these);
      } else {
        always.addAll(these);
      }
      seen = true;
      labels.addAll(these);
    }

    String labels() {
      return labels.stream()
          .map(one -> coded(one) + (always.contains(one) ? "" : " ?"))
          .collect(Collectors.joining(", "));
    }
  }

  private final ReferencePage page = new ReferencePage("metrics", "Metrics, family by family");

  @Test
  void thePageIsWhatTheCodeSays() {
    Map<String, Family> families = families(FullPage.text());
    Map<String, Set<String>> systems = systems();
    Set<String> counters = new TreeSet<>();
    begin();
    page.heading(2, "Counters of ports");
    page.paragraph(
        "Counters of NICs and of switch ports have one name; `end` tells them apart. A device that"
            + " does not expose a counter has no series of it: absent is never zero. The last"
            + " column tells whose drivers know it; of a NIC without a name of its own for packets,"
            + " bytes, discards and errors, those of its network interface are taken.");
    page.table("Family", "Labels", "Meaning", "Read from");
    for (Signal signal : Signal.values()) {
      if (signal != Signal.OTHER) {
        String name = Catalogue.of(signal).name();
        counters.add(name);
        Family family = Objects.requireNonNull(families.get(name), name);
        String from = String.join(", ", systems.getOrDefault(signal.name(), Set.of()));
        assertThat(from).as("systems that count " + signal).isNotEmpty();
        page.row(coded(name), family.labels(), family.help, from);
      }
    }
    families.keySet().removeAll(counters);
    group("Bursts", BURSTS, families);
    group("Ports, settings and links", "roce_.*", families);
    group("The daemon itself", "losslessd_.*", families);
    group("Its process", ".*", families);
    assertThat(families).isEmpty();
    page.check();
  }

  /** A name that stands in the code and is not on the page was not looked at. */
  @Test
  void everyFamilyOfTheCodeIsOnThePage() throws IOException {
    Set<String> named = new TreeSet<>();
    try (Stream<Path> files = Files.list(Path.of("src/main/java/dev/losslessd/metrics"))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
        Matcher matcher =
            Pattern.compile("\"((?:roce|losslessd)[_.][a-z_.]+)\"").matcher(Files.readString(file));
        while (matcher.find()) {
          named.add(matcher.group(1).replace('.', '_'));
        }
      }
    }
    Set<String> told = families(FullPage.text()).keySet();
    named.removeIf(name -> told.contains(name) || told.contains(name + "_total"));
    assertThat(named).as("families that FullPage has no series of").isEmpty();
  }

  private void begin() {
    page.paragraph(
        "What `/metrics` serves under its own names, in Prometheus' text format, OpenMetrics or"
            + " protobuf. `?profile=rdma_exporter` (`node_exporter`, `omnistat`, `seed`,"
            + " `spiderpool`, `unifabric`) gives the names of other exporters instead, and"
            + " `?collect=nic,switch` a part. Units are in the names: seconds, bytes; what ends in"
            + " `_total` is a counter, the rest are gauges or as told.");
    page.paragraph(
        "A label with a question mark is not on every series. `poller` is on what this agent read"
            + " of a switch: several agents may read one. `direction=\"rx\"` of pause means that"
            + " the peer stopped this port. Alerts on them are in [alerts](alerts.md).");
  }

  private void group(String title, String regex, Map<String, Family> families) {
    page.heading(2, title);
    page.table("Family", "Type", "Labels", "Meaning");
    families
        .entrySet()
        .removeIf(one -> {
          Family family = one.getValue();
          boolean of = one.getKey().matches(regex);
          if (of) {
            assertThat(family.seen).as(one.getKey() + " has a series in FullPage").isTrue();
            page.row(coded(one.getKey()), family.type, family.labels(), family.help);
          }
          return of;
        });
  }

  private static Map<String, Family> families(String text) {
    Map<String, Family> all = new TreeMap<>();
    Family last = new Family();
    for (String line : text.lines().toList()) {
      Matcher comment = HELP.matcher(line);
      if (comment.matches()) {
        last = all.computeIfAbsent(comment.group(2), _ -> new Family());
        if (comment.group(1).equals("HELP")) {
          last.help = comment.group(3).replace("\\\"", "\"").replace("\\\\", "\\");
        } else {
          last.type = comment.group(3);
        }
        continue;
      }
      Matcher sample = SAMPLE.matcher(line);
      assertThat(sample.matches()).as(line).isTrue();
      last.sample(labels(sample.group(2)));
    }
    return all;
  }

  private static Set<String> labels(String text) {
    return text == null
        ? Set.of()
        : LABEL
            .matcher(text)
            .results()
            .map(one -> one.group(1))
            .filter(name -> !name.equals("le"))
            .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Which drivers name a signal, themselves or by a method that they share. */
  private static Map<String, Set<String>> systems() {
    JavaClasses drivers =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(DRIVERS);
    Map<String, Set<String>> all = new TreeMap<>();
    for (JavaClass one : drivers) {
      for (JavaCodeUnit unit : one.getCodeUnits()) {
        Set<String> systems = users(unit, new HashSet<>());
        unit.getFieldAccesses().stream()
            .filter(access -> access.getTargetOwner().isEquivalentTo(Signal.class))
            .map(access -> access.getTarget().getName())
            .forEach(signal -> all.computeIfAbsent(signal, _ -> new TreeSet<>()).addAll(systems));
      }
    }
    return all;
  }

  /** A system's own code is its own; what its class initialiser shares is nobody's. */
  private static Set<String> users(JavaCodeUnit unit, Set<JavaCodeUnit> seen) {
    Optional<String> own = system(unit.getOwner());
    if (own.isPresent() || !seen.add(unit)) {
      return own.map(Set::of).orElse(Set.of());
    }
    Set<String> all = new TreeSet<>();
    unit.getAccessesToSelf()
        .forEach(access -> {
          JavaCodeUnit caller = access.getOrigin();
          boolean near = caller.getOwner().equals(unit.getOwner());
          if (near || system(caller.getOwner()).isPresent()) {
            all.addAll(users(caller, seen));
          }
        });
    return all;
  }

  /** A folder of the drivers' room is a vendor; one below such a folder is shared by its parts. */
  private static Optional<String> system(JavaClass one) {
    String name = one.getPackageName();
    String vendor = name.equals(DRIVERS) ? "" : name.substring(DRIVERS.length() + 1);
    return vendor.isEmpty() || vendor.contains(".")
        ? Optional.empty()
        : Optional.of(SystemLabels.of(vendor));
  }
}
