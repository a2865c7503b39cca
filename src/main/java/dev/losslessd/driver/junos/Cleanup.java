package dev.losslessd.driver.junos;

import static dev.losslessd.driver.junos.Statements.cos;

import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Removes what this agent made and nothing uses any more; what is used is completed. */
final class Cleanup {
  private static final List<String> CLASSES = cos("forwarding-classes", "class");

  private static final Pattern BINDING =
      Pattern.compile("\\S+ (?:unit \\S+ )?classifiers dscp " + CosView.CLASSIFIER);

  private final Statements next;

  Cleanup(Statements next) {
    this.next = next;
  }

  void clear() {
    classifier();
    for (ProfileKind profileKind : ProfileKind.values()) {
      part(profileKind);
    }
    profiles();
    classes();
  }

  /** One that is bound, or has entries, begins with the release's own. */
  private void classifier() {
    List<String> at = Statements.join(CosView.CLASSIFIERS, CosView.CLASSIFIER);
    boolean used =
        next.has(Statements.join(at, "forwarding-class"))
            || next.below(cos("interfaces")).stream()
                .anyMatch(line -> BINDING.matcher(line).matches());
    if (!used) {
      next.removeUnder(at);
    } else if (next.has(at)) {
      next.add(Statements.join(at, "import default"));
    }
  }

  private void part(ProfileKind profileKind) {
    Set<String> bound = new TreeSet<>();
    for (String line : next.below(cos("interfaces"))) {
      String[] words = line.split(" ");
      if (words.length == 3 && words[1].equals(profileKind.word())) {
        bound.add(words[2]);
      }
    }
    for (String name : List.copyOf(profileKind.names(next))) {
      if (ProfileKind.isOurs(name) && !bound.contains(name)) {
        profileKind.remove(next, name);
      }
    }
  }

  private void profiles() {
    Set<String> named = new TreeSet<>();
    for (String line : next.below(cos("schedulers"))) {
      named.add(Statements.last(line));
    }
    List<String> at = cos("drop-profiles");
    for (String name : List.copyOf(next.names(at))) {
      if (DropProfiles.isOurs(name) && !named.contains(name)) {
        next.removeUnder(Statements.join(at, name));
      }
    }
  }

  private void classes() {
    for (String name : List.copyOf(next.names(CLASSES))) {
      if (Classes.isOurs(name)) {
        own(name, name.substring(Classes.OURS.length()));
      }
    }
  }

  private void own(String name, String queue) {
    List<String> at = Statements.join(CLASSES, name);
    boolean pauses = pauses(queue);
    if (!pauses && !isNamed(name)) {
      next.removeUnder(at);
      return;
    }
    List<List<String>> lossless = new ArrayList<>();
    lossless.add(Statements.join(at, "no-loss"));
    lossless.add(Statements.join(at, "pfc-priority " + queue));
    lossless.forEach(pauses ? next::add : next::remove);
  }

  /** Returns true if a profile of this agent pauses this priority. */
  private boolean pauses(String queue) {
    String point = Bits.ofPriority(Integer.parseInt(queue));
    return ProfileKind.PROFILE.names(next).stream()
        .filter(name -> name.startsWith(ProfileKind.OURS))
        .anyMatch(name ->
            next.has(
                Statements.join(
                    ProfileKind.PROFILE.at(name), "output ieee-802.1 code-point " + point)));
  }

  private boolean isNamed(String name) {
    return next.all().stream()
        .anyMatch(one -> {
          int at = one.indexOf("forwarding-class");
          return at > 0 && at + 1 < one.size() && one.get(at + 1).equals(name);
        });
  }
}
