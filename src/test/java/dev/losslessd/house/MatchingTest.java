package dev.losslessd.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Text from outside meets matching in linear time only: {@code dev.losslessd.text.Pattern}. The
 * regular expressions of the JDK backtrack, and one line of text can hold a processor for ever.
 */
class MatchingTest {
  private static final String FABRIC =
      "the simulator: a process of its own, which reads what the daemon sends";
  private static final String OWN_FILE = "reads what this daemon wrote, in files of root";

  /** Who may use the JDK's regular expressions, and why: only on our own text. */
  private static final Map<String, String> ALLOWED =
      Map.ofEntries(
          Map.entry("dev.losslessd.fabric", FABRIC),
          Map.entry("dev.losslessd.demo", FABRIC),
          Map.entry("dev.losslessd.commit.BootClock", OWN_FILE),
          Map.entry("dev.losslessd.store.CommitIds", "at most 11 characters, without a choice"),
          Map.entry("dev.losslessd.store.FlightFolder", "the name of a port: 64 characters"),
          Map.entry("dev.losslessd.store.StateFolder", "names of files in the state folder"),
          Map.entry("dev.losslessd.store.TokenEntry", "at most 64 characters, without a choice"));

  private static final Path CLASSES = Path.of("target/classes");
  private static final String ESCAPED = "\\.$|()[{^?*+";

  @Test
  void expressionsOfTheJdkStayWithOurOwnText() {
    noJdk(others()).check(MainClasses.all());
  }

  private static ArchRule noJdk(DescribedPredicate<JavaClass> where) {
    return noClasses()
        .that(where)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.regex..")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Scanner.class)
        .orShould()
        .callMethod(String.class, "matches", String.class)
        .orShould()
        .callMethod(String.class, "replaceAll", String.class, String.class)
        .orShould()
        .callMethod(String.class, "replaceFirst", String.class, String.class)
        .orShould()
        .callMethod(String.class, "splitWithDelimiters", String.class, int.class);
  }

  private static DescribedPredicate<JavaClass> others() {
    return DescribedPredicate.describe(
        "are not in the list", type -> allowed(type.getName()).isEmpty());
  }

  private static String allowed(String name) {
    return ALLOWED.keySet().stream()
        .filter(one -> name.equals(one) || name.startsWith(one + ".") || name.startsWith(one + "$"))
        .findFirst()
        .orElse("");
  }

  /** An entry that no class needs any more goes. */
  @Test
  void theListHasNoneThatNeedsItNoMore() throws IOException {
    TreeSet<String> needed = new TreeSet<>();
    for (JavaClass type : MainClasses.all()) {
      boolean uses =
          type.getDirectDependenciesFromSelf().stream()
                  .anyMatch(to -> to.getTargetClass().getPackageName().equals("java.util.regex"))
              || type.getMethodCallsFromSelf().stream()
                  .anyMatch(call ->
                      call.getTargetOwner().isEquivalentTo(String.class)
                          && List.of("matches", "replaceAll", "replaceFirst")
                              .contains(call.getName()));
      if (uses) {
        needed.add(allowed(type.getName()));
      }
    }
    splits().forEach(split -> needed.add(allowed(split.split(" ")[0])));
    assertThat(needed).containsAll(ALLOWED.keySet());
  }

  /** The JDK splits at a single character without an expression. */
  @Test
  void textIsSplitAtOneCharacterOrByAPattern() throws IOException {
    assertThat(splits()).filteredOn(split -> allowed(split.split(" ")[0]).isEmpty()).isEmpty();
  }

  private static List<String> splits() throws IOException {
    List<String> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(CLASSES)) {
      for (Path file : (Iterable<Path>) files.filter(MatchingTest::isClass).sorted()::iterator) {
        ClassModel type = ClassFile.of().parse(file);
        for (MethodModel method : type.methods()) {
          method
              .code()
              .ifPresent(code -> {
                String constant = null;
                for (CodeElement element : code) {
                  if (element instanceof ConstantInstruction one
                      && one.constantValue() instanceof String text) {
                    constant = text;
                  } else if (element instanceof InvokeInstruction call && isSplit(call)) {
                    if (constant == null || !isOneCharacter(constant)) {
                      all.add(
                          type.thisClass().asInternalName().replace('/', '.') + " at " + constant);
                    }
                    constant = null;
                  } else if (element instanceof InvokeInstruction) {
                    constant = null;
                  }
                }
              });
        }
      }
    }
    return all;
  }

  private static boolean isClass(Path file) {
    return file.toString().endsWith(".class");
  }

  private static boolean isSplit(InvokeInstruction call) {
    return call.owner().asInternalName().equals("java/lang/String")
        && call.name().equalsString("split");
  }

  private static boolean isOneCharacter(String regex) {
    return regex.length() == 1
        ? ESCAPED.indexOf(regex.charAt(0)) < 0
        : regex.length() == 2
            && regex.charAt(0) == '\\'
            && !Character.isLetterOrDigit(regex.charAt(1));
  }
}
