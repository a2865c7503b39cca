package dev.losslessd.cli;

import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Worded;
import java.util.Arrays;
import java.util.Iterator;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code losslessd completion bash|zsh|fish}. */
@Command(
    name = "completion",
    description = {
      "A script that lets a shell complete verbs, options and settings.",
      "  bash  losslessd completion bash > /etc/bash_completion.d/losslessd",
      "  zsh   source <(losslessd completion zsh)",
      "  fish  losslessd completion fish > ~/.config/fish/completions/losslessd.fish"
    })
final class CompletionVerb implements ParsedVerb {
  @Parameters(index = "0", paramLabel = "SHELL", description = "bash, zsh or fish.")
  private Shell shell = Shell.BASH;

  /** Shells that can be told. */
  enum Shell {
    BASH,
    ZSH,
    FISH;

    @Override
    public String toString() {
      return Worded.of(this);
    }
  }

  /** Words of all settings, to choose from. */
  static final class Settings implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(SettingKind.values()).map(SettingKind::word).iterator();
    }
  }

  @Override
  public int run(Context context) {
    switch (shell) {
      // zsh runs bash's by its bashcompinit, which the script itself loads
      case BASH, ZSH ->
          context.out().print(AutoComplete.bash("losslessd", CommandTree.described()));
      case FISH -> context.out().print(FishCompletion.of(CommandTree.described()));
    }
    return ExitCode.OK;
  }
}
