package dev.losslessd.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import dev.losslessd.house.MainClasses;
import java.lang.reflect.RecordComponent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an operator may write into the config does something, and at the time that its row says. */
class ConfigIsUsedTest {
  /** Keys that are for the loader, or for people. */
  private static final Set<String> READ_BEFORE = Set.of("policy.profile", "policy.source");

  /** Where a reload begins: each step below it has the new config. */
  private static final String PARTS = "dev.losslessd.app.LiveParts";

  /**
   * Code that asks for the config in force at each use. It is run again and again, or hands a
   * function on that asks. A constructor is here only with such a function.
   */
  private static final Set<String> ASK_AT_EACH_USE =
      Set.of(
          "AddressWiring.filters",
          "CommitWiring.fileLayer",
          "CommitWiring.live",
          "Daemon.page",
          "Daemon.retention",
          "GuardSources.of",
          "Monitoring.<init>",
          "PageFacts.now",
          "PlanFacts.buffer",
          "RestWiring.start",
          "SwitchRegistry.saves",
          "TlsFiles.of",
          "ClientCertificates.caller");

  /** Code of a session, which is another one where {@link Config.Switch#isReachedAs} says no. */
  private static final Set<String> OPENED_AGAIN = Set.of("SwitchConnections", "SwitchLogin");

  @Test
  void eachKeyIsAskedForOutsideItsPackage() {
    TreeSet<String> idle = new TreeSet<>();
    ConfigCalls.keys()
        .forEach((key, asked) -> {
          if (callers(asked.component()).isEmpty()) {
            idle.add(key);
          }
        });
    Stream.of(WebConfig.class, WebConfig.Tls.class, ListenAddress.class)
        .flatMap(part -> Stream.of(part.getRecordComponents()))
        .filter(one -> callers(one).isEmpty())
        .forEach(one -> idle.add(one.getDeclaringRecord().getSimpleName() + "." + one.getName()));

    assertThat(ConfigCalls.keys()).hasSizeGreaterThan(100);
    assertThat(idle).as("accepted by the config, and used by nobody").isEqualTo(READ_BEFORE);
  }

  @Test
  void eachKeyThatAReloadTakesIsAskedForByCodeThatHasTheNewValue() {
    Set<String> atReload = reachedByReload();
    TreeSet<String> stale = new TreeSet<>();
    ConfigCalls.keys()
        .forEach((key, asked) -> {
          Set<String> callers = callers(asked.component());
          boolean follows =
              callers.stream()
                  .anyMatch(one ->
                      atReload.contains(one)
                          || ASK_AT_EACH_USE.contains(one)
                          || OPENED_AGAIN.contains(one.substring(0, one.indexOf('.'))));
          if (asked.live() && !follows && !READ_BEFORE.contains(key)) {
            stale.add(key + " is asked for by " + callers);
          }
        });

    assertThat(atReload).contains("CounterPolling.follow", "RestWiring.options");
    assertThat(stale).as("@Reload, but nothing takes another value over").isEmpty();
  }

  /** Methods that a reload runs, as far as calls name them; no constructor keeps what it had. */
  private static Set<String> reachedByReload() {
    Deque<JavaCodeUnit> next = new ArrayDeque<>();
    for (String step : Set.of("follow", "prepare")) {
      MainClasses.all().get(PARTS).getMethods().stream()
          .filter(method -> method.getName().equals(step))
          .forEach(next::add);
    }
    assertThat(next).hasSize(2);
    Set<JavaCodeUnit> reached = new LinkedHashSet<>(next);
    while (!next.isEmpty()) {
      calls(next.remove()).filter(reached::add).forEach(next::add);
    }
    return reached.stream().map(ConfigIsUsedTest::name).collect(Collectors.toSet());
  }

  private static Stream<JavaCodeUnit> calls(JavaCodeUnit from) {
    return Stream.of(
            from.getMethodCallsFromSelf(),
            from.getMethodReferencesFromSelf(),
            from.getConstructorCallsFromSelf())
        .flatMap(Set::stream)
        .map(JavaAccess::getTarget)
        .flatMap(target -> target.resolveMember().stream())
        .map(JavaCodeUnit.class::cast)
        .filter(to -> to.getOwner().getPackageName().startsWith("dev.losslessd"));
  }

  private static Set<String> callers(RecordComponent component) {
    return ConfigCalls.callers(component).stream()
        .map(ConfigIsUsedTest::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String name(JavaCodeUnit code) {
    return code.getOwner().getSimpleName() + "." + code.getName();
  }
}
