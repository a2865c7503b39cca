package dev.losslessd.driver.junos;

import static dev.losslessd.driver.junos.Statements.cos;

import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Set;

/** Removes what this agent made and nothing uses any more; what is used is completed. */
record Cleanup(Statements next) {
  private static final String CLASSES = cos("forwarding-classes class");

  private static final Pattern BINDING =
      Pattern.compile("\\S+ (?:unit \\S+ )?classifiers dscp " + CosView.CLASSIFIER);

  void clear() {
    classifier();
    for (ProfileKind kind : ProfileKind.values()) {
      Set<String> bound = kind.bound(next);
      kind.names(next).stream()
          .filter(name -> ProfileKind.isOurs(name) && !bound.contains(name))
          .forEach(name -> kind.remove(next, name));
    }
    Set<String> named = Statements.named(next.below(cos("schedulers")), "drop-profile");
    next.names(cos("drop-profiles")).stream()
        .filter(name -> DropProfiles.isOurs(name) && !named.contains(name))
        .forEach(name -> next.removeUnder(cos("drop-profiles " + name)));
    next.names(CLASSES).stream().filter(Classes::isOurs).forEach(this::ownClass);
  }

  /** One that is bound, or has entries, begins with the release's own. */
  private void classifier() {
    boolean used =
        next.has(CosView.OURS + " forwarding-class")
            || !next.below(cos("interfaces"), BINDING).isEmpty();
    if (!used) {
      next.removeUnder(CosView.OURS);
    } else if (next.has(CosView.OURS)) {
      next.add(CosView.OURS + " import default");
    }
  }

  private void ownClass(String name) {
    String queue = name.substring(Classes.OURS.length());
    boolean pauses = pauses(queue);
    if (!pauses && !Statements.named(next.all(), "forwarding-class").contains(name)) {
      next.removeUnder(CLASSES + " " + name);
      return;
    }
    for (String attribute : List.of("no-loss", "pfc-priority " + queue)) {
      String statement = CLASSES + " " + name + " " + attribute;
      if (pauses) {
        next.add(statement);
      } else {
        next.remove(statement);
      }
    }
  }

  /** Returns true if a profile of this agent pauses this priority. */
  private boolean pauses(String queue) {
    String point = " output ieee-802.1 code-point " + Bits.ofPriority(Integer.parseInt(queue));
    return ProfileKind.PROFILE.names(next).stream()
        .filter(name -> name.startsWith(ProfileKind.OURS))
        .anyMatch(name -> next.has(ProfileKind.PROFILE.at(name) + point));
  }
}
