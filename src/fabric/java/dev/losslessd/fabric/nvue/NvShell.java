package dev.losslessd.fabric.nvue;

import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.BashShell;
import dev.losslessd.fabric.switchbase.CliError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One login. Its draft is its own; of all that a shell can do it knows {@code nv} and exit. */
final class NvShell extends BashShell {
  private static final Pattern TIME = Pattern.compile("(\\d{1,6})([smh]?)");
  private static final int USAGE = 2;
  private static final int UNKNOWN = 127;

  private final NvueSwitch device;
  private @Nullable Revision draft;

  NvShell(NvueSwitch device, Account account, int number) {
    super(account, number);
    this.device = device;
  }

  @Override
  public String prompt() {
    return account().name() + "@" + device.name() + ":mgmt:~$ ";
  }

  @Override
  protected List<String> command(String line) throws CliError {
    List<String> words = List.of(line.split("\\s+"));
    if (words.equals(List.of("exit"))) {
      hangUp();
      return List.of();
    }
    if (line.equals("cat /proc/sys/kernel/random/boot_id")) {
      return List.of(device.bootId());
    }
    if (!words.getFirst().equals("nv")
        || words.size() < 2
        || line.matches(".*[;&|<>$`\"'\\\\].*")) {
      throw new CliError(UNKNOWN, "-bash: " + words.getFirst() + ": command not found");
    }
    permit(line, words.get(1));
    List<String> rest = words.subList(2, words.size());
    return switch (words.get(1)) {
      case "set", "unset" -> edit(words);
      case "show" -> new NvueShows(device).show(rest);
      case "config" -> config(rest, line);
      default -> throw invalid(words);
    };
  }

  private static CliError invalid(List<String> words) {
    return new CliError(USAGE, "Error: Invalid Command: " + String.join(" ", words));
  }

  private void permit(String line, String verb) throws CliError {
    boolean changes =
        !verb.equals("show") && !line.matches("nv config (?:show|diff|revision)\\b.*");
    if ((changes && !account().admin()) || device.faults().forbids(line)) {
      // unverified: the words
      throw new CliError("Error: You do not have permission to execute that command.");
    }
    if (device.faults().takeRefusal(line)) {
      throw new CliError("Error: Unable to perform the action: internal error");
    }
  }

  private List<String> edit(List<String> words) throws CliError {
    Revision mine = draft;
    if (mine != null && mine.state().equals(Revision.PENDING)) {
      halve(mine, words);
      change(mine, words);
      return List.of();
    }
    Revision fresh = device.begin(account().name());
    draft = fresh;
    halve(fresh, words);
    draft = null;
    try {
      change(fresh, words);
    } catch (CliError e) {
      device.revisions().remove(fresh.id());
      throw e;
    }
    draft = fresh;
    return List.of("created [rev_id: " + fresh.id() + "]");
  }

  /**
   * Ordered: a word for a state is refused, and the draft is there, or has something else in it.
   */
  private void halve(Revision to, List<String> words) throws CliError {
    if (!words.getLast().matches("(?:en|dis)abled?")) {
      return;
    }
    if (device.faults().takeLieAbout("stray")) {
      device.edit(to, List.of("set", "qos", "pfc", "STRAY", "switch-priority", "7"));
    } else if (!device.faults().takeLieAbout("half")) {
      return;
    }
    throw new CliError("Error: '" + words.getLast() + "' is not one of the words");
  }

  private void change(Revision to, List<String> words) throws CliError {
    if (!device.faults().takeLie("nv set")) {
      device.edit(to, words);
    }
  }

  private List<String> config(List<String> words, String line) throws CliError {
    if (words.isEmpty()) {
      throw invalid(List.of("config"));
    }
    List<String> rest = new ArrayList<>(words.subList(1, words.size()));
    boolean json =
        rest.size() >= 2
            && rest.subList(rest.size() - 2, rest.size()).equals(List.of("-o", "json"));
    List<String> bare = json ? rest.subList(0, rest.size() - 2) : rest;
    return switch (words.getFirst()) {
      case "show" -> new NvueShows(device).config(bare, json, Optional.ofNullable(draft));
      case "diff" -> diff(bare);
      case "revision" -> {
        if (!json || !bare.isEmpty()) {
          throw invalid(words);
        }
        yield NvueJson.print(device.shown());
      }
      case "detach" -> detach();
      case "delete" -> delete(rest);
      case "save" -> {
        if (!device.faults().takeLie(line)) {
          device.save();
        }
        yield List.of("saved");
      }
      case "apply" -> apply(rest);
      default -> throw invalid(words);
    };
  }

  /** Lines that the draft adds and takes away; empty without changes. */
  private List<String> diff(List<String> words) throws CliError {
    if (!words.isEmpty()) {
      throw invalid(words);
    }
    List<String> was = NvueSwitch.commands(device.applied());
    List<String> is = NvueSwitch.commands(draft == null ? device.applied() : draft.nvueConfig());
    List<String> all = new ArrayList<>();
    was.stream().filter(line -> !is.contains(line)).forEach(line -> all.add("- " + line));
    is.stream().filter(line -> !was.contains(line)).forEach(line -> all.add("+ " + line));
    return all;
  }

  private List<String> detach() {
    if (draft != null && draft.isDraft()) {
      draft.state(Revision.DETACHED);
    }
    draft = null;
    return List.of();
  }

  private List<String> delete(List<String> words) throws CliError {
    Revision gone = words.size() == 1 ? device.revisions().get(words.getFirst()) : null;
    if (gone == null || !gone.isDraft()) {
      throw new CliError("Error: Revision " + String.join(" ", words) + " does not exist");
    }
    device.revisions().remove(gone.id());
    return List.of();
  }

  private List<String> apply(List<String> words) throws CliError {
    Optional<String> id = words.stream().findFirst().filter(word -> word.matches("\\d{1,9}"));
    List<String> options = new ArrayList<>(words.subList(id.isPresent() ? 1 : 0, words.size()));
    if (options.equals(List.of("--confirm-yes")) || options.equals(List.of("--confirm-no"))) {
      return List.of(device.confirm(id, options.contains("--confirm-yes")));
    }
    if (options.equals(List.of("--confirm-status"))) {
      return List.of(
          device.left().map(left -> left + "s until rollback").orElse("No pending confirmation"));
    }
    boolean sure = options.remove("-y") || options.remove("--assume-yes");
    Optional<String> message = after("-m", options);
    Optional<String> confirm = after("--confirm", options);
    if (!options.isEmpty() || !sure) {
      throw invalid(words);
    }
    return apply(draft(id), message.orElse("Config update by " + account().name()), time(confirm));
  }

  private Revision draft(Optional<String> id) throws CliError {
    Revision mine = id.map(device.revisions()::get).orElse(draft);
    if (mine == null || !mine.isDraft()) {
      throw new CliError("Error: no pending revision to apply");
    }
    return mine;
  }

  private List<String> apply(Revision what, String message, Optional<Duration> confirm)
      throws CliError {
    device.apply(what, message, confirm);
    draft = null;
    return List.of(
        confirm.isPresent()
            ? "applied, confirm within "
                + confirm.get().toSeconds()
                + "s [rev_id: "
                + what.id()
                + "]"
            : what.state() + " [rev_id: " + what.id() + "]");
  }

  /** Takes an option and the word behind it away; returns that word. */
  private static Optional<String> after(String option, List<String> words) {
    int at = words.indexOf(option);
    if (at < 0 || at + 1 == words.size()) {
      return Optional.empty();
    }
    words.remove(at);
    return Optional.of(words.remove(at));
  }

  /** Parses a time; a bare number is minutes. */
  private static Optional<Duration> time(Optional<String> text) throws CliError {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Matcher m = TIME.matcher(text.get());
    if (!m.matches()) {
      throw new CliError(USAGE, "Error: '" + text.get() + "' is no time");
    }
    long number = Long.parseLong(m.group(1));
    return Optional.of(
        switch (m.group(2)) {
          case "s" -> Duration.ofSeconds(number);
          case "h" -> Duration.ofHours(number);
          default -> Duration.ofMinutes(number);
        });
  }
}
