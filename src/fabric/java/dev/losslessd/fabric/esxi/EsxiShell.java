package dev.losslessd.fabric.esxi;

import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.BashShell;
import dev.losslessd.fabric.switchbase.CliError;
import java.util.List;
import java.util.Optional;

/** One login: of busybox it knows quotes and {@code exit}, besides the commands of ESXi. */
final class EsxiShell extends BashShell {
  private final EsxiHost host;
  private final boolean hindered;

  /**
   * @param hindered subject to ordered faults
   */
  EsxiShell(EsxiHost host, Account account, int number, boolean hindered) {
    super(account, number);
    this.host = host;
    this.hindered = hindered;
  }

  @Override
  public String prompt() {
    return "[" + account().name() + "@" + host.name() + ":~] ";
  }

  @Override
  protected String interpreter() {
    return "sh";
  }

  @Override
  protected String notFound() {
    return "not found";
  }

  @Override
  protected List<String> command(String line) throws CliError {
    List<String> words = words(line);
    List<String> rest = words.subList(1, words.size());
    if (words.getFirst().equals("exit")) {
      hangUp();
      return List.of();
    }
    permit(words);
    return switch (words.getFirst()) {
      case "esxcli" -> {
        boolean lies = hindered && host.faults().takeLie(String.join(" ", words));
        yield new Esxcli(host, lies).run(rest);
      }
      case "esxcfg-module" -> options(rest);
      case "vsish" -> Stats.print(host, rest);
      case "reboot" -> {
        host.reboot();
        hangUp();
        yield List.of();
      }
      default -> throw unknown(line);
    };
  }

  private void permit(List<String> words) throws CliError {
    String text = String.join(" ", words);
    if (!account().admin() || (hindered && host.faults().forbids(text))) {
      throw new CliError("Error: Permission to perform this operation was denied.");
    }
    if (hindered && host.faults().takeRefusal(text)) {
      throw new CliError("Error: Connect to localhost failed: Connection failure");
    }
  }

  private List<String> options(List<String> words) throws CliError {
    if (words.size() != 2 || !words.getFirst().equals("-g")) {
      throw new CliError("esxcfg-module: only -g MODULE is known here");
    }
    Optional<KernelModule> module = host.module(words.get(1));
    if (module.isEmpty()) {
      throw new CliError("Unable to find module '" + words.get(1) + "'.");
    }
    return List.of(words.get(1) + " enabled = 1 options = '" + module.get().next() + "'");
  }
}
