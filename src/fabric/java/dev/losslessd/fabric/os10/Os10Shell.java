package dev.losslessd.fabric.os10;

import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.CliShell;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One login. Calls come with the lock held. */
final class Os10Shell extends CliShell {
  private final Os10Switch device;

  /** Null outside the configuration. */
  private @Nullable Editor editor;

  Os10Shell(Os10Switch device, Account account, int number) {
    super(device.faults(), account, number);
    this.device = device;
  }

  @Override
  public String prompt() {
    Editor at = editor;
    return device.name() + (at == null ? "# " : "(" + at.shown() + ")# ");
  }

  @Override
  public List<String> run(String line) {
    String bare = line.strip().replaceAll("\\s+", " ");
    if (bare.isEmpty() || bare.startsWith("!")) {
      return List.of();
    }
    try {
      permit(bare, "Permission denied.", "Operation failed: resources are exhausted.");
      return perform(bare);
    } catch (CliError e) {
      return List.of("% Error: " + e.text());
    }
  }

  // unverified: both wordings
  private List<String> perform(String line) throws CliError {
    Editor at = editor;
    if (at != null) {
      configure(at, line);
      return List.of();
    }
    if (line.startsWith("show ")) {
      return Os10Shows.of(device, line);
    }
    switch (line) {
      case "terminal length 0" -> length(0);
      case "exit" -> hangUp();
      case "configure terminal" -> {
        requireAdmin();
        editor = new Editor(device.running());
      }
      case "write memory", "copy running-configuration startup-configuration" -> {
        requireAdmin();
        if (!lies(line)) {
          device.save();
        }
      }
      default -> throw Os10Shell.unknown();
    }
    return List.of();
  }

  private void requireAdmin() throws CliError {
    if (!account().admin()) {
      throw new CliError("Permission denied.");
    }
    // unverified: the wording
    if (hindered() && device.faults().locked()) {
      throw new CliError("Configuration is locked by another session.");
    }
  }

  private void configure(Editor at, String line) throws CliError {
    switch (line) {
      case "end" -> editor = null;
      case "exit" -> {
        if (!at.exit()) {
          editor = null;
        }
      }
      default -> {
        if (lies(line)) {
          at.check(line);
        } else {
          at.take(line);
        }
      }
    }
  }

  static CliError unknown() {
    return new CliError("Unrecognized command.");
  }
}
