package dev.losslessd.config;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.files.FileThreads;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Loads a config file into checked records, or lists everything that is wrong with it. */
public final class ConfigLoader {
  private final String hostName;
  private final List<Path> profileFolders;
  private final List<Problem> problems = new ArrayList<>();

  private ConfigLoader(String hostName, List<Path> profileFolders) {
    this.hostName = hostName;
    this.profileFolders = profileFolders;
  }

  /** The outcome of loading a config. */
  public sealed interface Result {}

  /**
   * A config without any mistake.
   *
   * @param effective the file with all defaults, as YAML; secrets are references anyway
   */
  public record Loaded(Config config, String effective) implements Result {
    /** Keys that this file sets otherwise than another one, in the order of the reference. */
    public List<ConfigChange> since(Loaded before) {
      return ConfigDiff.of(tree(before.effective), tree(effective));
    }

    /** A sum over what the file says, its defaults and its profile. */
    public String digest() {
      return Sha256.hex(effective).substring(0, 32);
    }

    private static Fields tree(String effective) {
      ConfigLoader loader = new ConfigLoader("", List.of());
      return loader
          .checked(loader.parsed("config", effective))
          .orElseThrow(() -> new IllegalStateException("an effective config: " + loader.problems));
    }
  }

  /** Every mistake, in the order of the file. */
  public record Broken(List<Problem> problems) implements Result {
    public Broken {
      problems = List.copyOf(problems);
    }
  }

  /**
   * @param hostName used where the file does not name this host
   * @param profileFolders where {@code policy.profile} is looked for, besides {@code profiles} next
   *     to the file
   */
  public static Result load(Path file, String hostName, List<Path> profileFolders) {
    return new ConfigLoader(hostName, profileFolders).run(file);
  }

  /**
   * Loads what {@link Loaded#effective} was once: no profile is looked for.
   *
   * @param name of the text, in messages
   */
  public static Result effective(String name, String text, String hostName) {
    ConfigLoader loader = new ConfigLoader(hostName, List.of());
    return loader.check(loader.parsed(name, text));
  }

  private Optional<Node> parsed(String name, String text) {
    try {
      return Optional.of(YamlTree.parse(name, text));
    } catch (YamlTree.BadYaml e) {
      problems.add(e.at().problem(e.getMessage()));
      return Optional.empty();
    }
  }

  /** The config in force without any file. */
  public static Loaded defaults(String hostName) {
    Node nothing = new Node.Mapping(List.of(), Place.start("defaults"));
    return (Loaded) new ConfigLoader(hostName, List.of()).check(Optional.of(nothing));
  }

  private Result run(Path file) {
    return check(ConfigText.read(file, problems).map(node -> withProfile(node, file)));
  }

  private Optional<Fields> checked(Optional<Node> node) {
    return node.flatMap(tree -> new Checker(problems).section(tree, Config.KEYS));
  }

  private Result check(Optional<Node> node) {
    Optional<Fields> root = checked(node);
    root.filter(r -> r.has("http")).ifPresent(new Rules(new Mistakes(problems))::check);
    if (!problems.isEmpty() || root.isEmpty()) {
      Collections.sort(problems);
      return new Broken(problems.stream().distinct().toList());
    }
    String effective = EffectiveText.of(root.get());
    Fields host = root.get().section("host");
    host.byName().putIfAbsent("name", new Checked.Word(hostName, host.at()));
    return new Loaded(Sections.bind(Config.class, root.get()), effective);
  }

  /** Keys of the profile's policy that the file does not have itself. */
  private Node withProfile(Node node, Path file) {
    Optional<Node.Entry> policy = Nodes.entry(node, "policy");
    Optional<Node.Entry> profile = policy.flatMap(p -> Nodes.entry(p.value(), "profile"));
    if (profile.isEmpty()
        || !(profile.get().value() instanceof Node.Scalar name)
        || !Pattern.matches("[A-Za-z0-9._-]{1,64}", name.text())) {
      return node;
    }
    Optional<Path> found = find(name.text(), file);
    if (found.isEmpty()) {
      problems.add(
          name.at()
              .of("policy.profile")
              .problem("no profile '" + name.text() + "', expected one of " + profiles(file)));
      return node;
    }
    return ConfigText.read(found.get(), problems)
        .flatMap(base -> Nodes.entry(base, "policy"))
        .map(base ->
            Nodes.replace(node, "policy", Nodes.over(base.value(), policy.orElseThrow().value())))
        .orElse(node);
  }

  private List<Path> folders(Path file) {
    List<Path> folders = new ArrayList<>();
    folders.add(file.toAbsolutePath().resolveSibling("profiles"));
    folders.addAll(profileFolders);
    return folders;
  }

  private Optional<Path> find(String name, Path file) {
    return folders(file).stream()
        .map(folder -> folder.resolve(name + ".yaml"))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private String profiles(Path file) {
    List<String> names = new ArrayList<>();
    for (Path folder : folders(file)) {
      try {
        FileThreads.SHARED.names(folder).stream()
            .filter(name -> name.endsWith(".yaml"))
            .map(name -> name.substring(0, name.length() - 5))
            .sorted()
            .forEach(names::add);
      } catch (IOException e) {
        // a folder that is not there has no profiles
      }
    }
    return names.isEmpty() ? "none: there is no profiles folder" : String.join(", ", names);
  }
}
