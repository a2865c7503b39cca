package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.nxos.Grammar.Found;
import dev.losslessd.fabric.nxos.Grammar.Word;
import dev.losslessd.fabric.nxos.Grammar.Wrong;
import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.CliShell;
import dev.losslessd.fabric.switchbase.Faults;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One login: where it stands in the tree of modes, and its terminal. Calls come with the lock held.
 */
final class CliSession extends CliShell {
  /** A mode, and the parts of the configuration that it works on. */
  private record Frame(Mode mode, List<List<String>> paths) {}

  /** A bar outside of quotation marks. */
  private static final Pattern BAR = Pattern.compile("\\|(?=([^\"]*\"[^\"]*\")*[^\"]*$)");

  private static final List<Rule> EXEC = ExecRules.all();

  private final NxosSwitch device;
  private final Deque<Frame> frames = new ArrayDeque<>();

  CliSession(NxosSwitch device, Account account, int number) {
    super(device.faults(), account, number);
    this.device = device;
  }

  NxosSwitch device() {
    return device;
  }

  /** Prompt of the current mode, such as {@code leaf1(config)#}. */
  @Override
  public String prompt() {
    Frame top = frames.peek();
    String mode = top == null ? "" : top.mode.prompt(top.paths.size());
    return device.name() + mode + "# ";
  }

  void enter(Mode mode, List<List<String>> paths) {
    if (mode == Mode.CONFIG) {
      frames.clear();
    }
    frames.push(new Frame(mode, paths));
  }

  /** Enters a class of the policy that the session is in. */
  void enterBelow(Mode mode, String key) {
    List<String> path = new ArrayList<>(frames.element().paths.getFirst());
    path.add(key);
    frames.push(new Frame(mode, List.of(path)));
  }

  void leave() {
    frames.pop();
  }

  void leaveAll() {
    frames.clear();
  }

  /**
   * Parts of the configuration that the present mode works on; for a rule of an outer mode, those
   * of that mode.
   */
  List<Block> targets() throws CliError {
    List<Block> blocks = new ArrayList<>();
    for (List<String> path : frames.element().paths) {
      Block block = device.running().find(path);
      if (block == null) {
        throw new CliError("ERROR: The object of this mode has been deleted");
      }
      blocks.add(block);
    }
    return blocks;
  }

  /** The one part that modes without ranges work on. */
  Block target() throws CliError {
    return targets().getFirst();
  }

  /** Runs a line of one command, or several with semicolons between. */
  @Override
  public List<String> run(String line) {
    List<String> out = new ArrayList<>();
    for (String part : line.split(" ; ", -1)) {
      if (isOpen() && !part.isBlank() && !part.strip().startsWith("!")) {
        out.addAll(one(part));
      }
    }
    return out;
  }

  private List<String> one(String line) {
    String[] parts = BAR.split(line);
    try {
      Answer answer = command(parts[0]);
      return Filters.apply(answer, List.of(parts).subList(1, parts.length));
    } catch (CliError e) {
      return e.lines();
    }
  }

  private Answer command(String line) throws CliError {
    List<Word> words = Grammar.words(line);
    if (words.isEmpty()) {
      return Answer.SILENT;
    }
    List<Frame> before = List.copyOf(frames);
    return switch (find(words, line)) {
      case Wrong wrong -> {
        restore(before);
        throw new CliError(" ".repeat(prompt().length() + wrong.column()) + "^", wrong.message());
      }
      case Found found -> {
        try {
          yield carryOut(found, line);
        } catch (CliError e) {
          restore(before);
          throw e;
        }
      }
    };
  }

  /**
   * A command that the mode lacks is looked for in those around it, and takes the session there.
   */
  private Grammar.Result find(List<Word> words, String line) {
    int end = line.stripTrailing().length();
    @Nullable Wrong best = null;
    List<Frame> outer = new ArrayList<>(frames);
    for (int n = 0; n < outer.size(); n++) {
      Grammar.Result result = Grammar.find(List.of(ConfigRules.of(outer.get(n).mode)), words, end);
      if (result instanceof Found found) {
        restore(outer.subList(n, outer.size()));
        return found;
      }
      best = better(best, (Wrong) result);
    }
    return switch (Grammar.find(List.of(EXEC), words, end)) {
      case Found found -> found;
      case Wrong wrong -> better(best, wrong);
    };
  }

  private static Wrong better(@Nullable Wrong one, Wrong other) {
    return one != null && one.depth() >= other.depth() ? one : other;
  }

  private void restore(List<Frame> saved) {
    List<Frame> copy = List.copyOf(saved);
    frames.clear();
    frames.addAll(copy);
  }

  private Answer carryOut(Found found, String line) throws CliError {
    Call call = new Call(this, found.words(), found.values());
    Rule rule = found.rule();
    if (hindered()) {
      permit(call, line.strip().replaceAll("\\s+", " "));
      if (rule.writes()) {
        requireUnlocked();
        if (device.faults().takeLie(call.text())) {
          return Answer.SILENT;
        }
      }
    }
    Answer answer = rule.action().run(call);
    if (rule.writes()) {
      device.changed();
    }
    return answer;
  }

  void requireUnlocked() throws CliError {
    if (hindered()) {
      device.requireUnlocked();
    }
  }

  private void permit(Call call, String typed) throws CliError {
    Faults faults = device.faults();
    String full = call.text();
    if (!Roles.may(account(), call.words().getFirst())
        || faults.forbids(full)
        || faults.forbids(typed)) {
      throw new CliError("% Permission denied for the role");
    }
    if (faults.takeRefusal(full) || (!full.equals(typed) && faults.takeRefusal(typed))) {
      throw new CliError(
          "ERROR: Unable to perform the action due to incompatibility:  Module 1 reported status"
              + " \"Resource not available\"");
    }
  }
}
