package dev.losslessd.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code losslessd man [VERB [WORD]]}. */
@Command(
    name = "man",
    description = {
      "The manual page of all verbs, or of one, as roff.",
      "  E.g. losslessd man | man -l -",
      "       losslessd man apply > /usr/local/share/man/man1/losslessd-apply.1"
    })
final class ManVerb implements ParsedVerb {
  @Parameters(index = "0", arity = "0..1", paramLabel = "VERB", description = "Only this verb.")
  private String verb = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "WORD",
      description = "Only this part of it, as in: man config check.")
  private String word = "";

  @Override
  public int run(Context context) {
    CommandLine command = CommandTree.described();
    for (String name : new String[] {verb, word}) {
      if (!name.isEmpty()) {
        CommandLine sub = command.getSubcommands().get(name);
        if (sub == null) {
          throw CliException.notFound(
              "no verb '" + name + "' in " + command.getCommandSpec().qualifiedName());
        }
        command = sub;
      }
    }
    context.out().print(new ManPage(command, context.local().version()).text());
    return ExitCode.OK;
  }
}
