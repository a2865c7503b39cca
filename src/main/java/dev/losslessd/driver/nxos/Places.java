package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ConfigTree;
import java.util.List;
import java.util.Optional;

/**
 * Sections whose lines may apply to a port, by precedence: a port or a port channel, then the port
 * profiles that it inherits. A command of the interface goes before that of a profile, and that of
 * a profile before that of one that it inherits (Cisco's interfaces guides for the Nexus 5000 and
 * 7000, port profiles).
 */
record Places(List<ConfigTree> sections) {
  /** The section that decides a subject: the first with a line of it, or with its {@code no}. */
  Optional<ConfigTree> of(String subject) {
    return sections.stream().filter(section -> speaksOf(section, subject)).findFirst();
  }

  private static boolean speaksOf(ConfigTree section, String subject) {
    return section
        .lines()
        .anyMatch(line -> line.startsWith(subject) || line.startsWith("no " + subject));
  }

  /** The rest of each line of a subject that applies. */
  List<String> after(String subject) {
    return of(subject).map(section -> section.after(subject)).orElse(List.of());
  }

  /** The rest of the line of a subject that applies. */
  Optional<String> first(String subject) {
    return after(subject).stream().findFirst();
  }

  /** Whether it routes, which switches have a line for either way. */
  boolean isRouted() {
    return sections.stream()
        .flatMap(ConfigTree::lines)
        .filter(line -> line.equals("no switchport") || line.equals("switchport"))
        .findFirst()
        .filter(line -> line.startsWith("no "))
        .isPresent();
  }

  /** The first port profile with a line of a subject, whether it applies or not. */
  Optional<ConfigTree> profile(String subject) {
    return sections.stream()
        .filter(section -> section.line().startsWith(PortProfiles.SECTION))
        .filter(section -> speaksOf(section, subject))
        .findFirst();
  }

  /** What a section is called in messages: {@code port-channel7}, {@code port-profile GPU}. */
  static String name(ConfigTree section) {
    String word = RunningConfig.lastWord(section);
    return section.line().startsWith(PortProfiles.SECTION) ? "port-profile " + word : word;
  }
}
