package dev.losslessd.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Verbs on the journal that {@code app} does: here they are only parsed. */
final class JournalCommands {
  private JournalCommands() {}

  @Command(name = "journal", description = "Check the journal, or write it as text.")
  static final class Journal implements ParsedVerb {
    @Override
    public int run(Context context) {
      throw CliException.usage("journal needs 'verify [FILE]' or 'export [FILE]'");
    }
  }

  /** Names the journal file, or the config that leads to it. */
  static final class Where {
    @Mixin private final LocalCommands.ConfigOption config = new LocalCommands.ConfigOption();

    @Parameters(
        index = "0",
        arity = "0..1",
        paramLabel = "FILE",
        description = "Default: journal in the state folder.")
    private @Nullable Path file;

    LocalVerbs.JournalOptions options(Context context) {
      return new LocalVerbs.JournalOptions(Optional.ofNullable(file), config.file(context));
    }
  }

  /** {@code losslessd journal verify [FILE]}. */
  @Command(
      name = "verify",
      description = "Follow the chain of a journal through every record. Exits with 1 at damage.")
  static final class Verify implements ParsedVerb {
    @Mixin private final Where where = new Where();
    @Mixin private final OutputOption output = new OutputOption();

    @Override
    public int run(Context context) {
      return context.local().journalVerify(where.options(context), output.screen(context));
    }
  }

  /** {@code losslessd journal export [FILE]}. */
  @Command(
      name = "export",
      description = "Every record of a journal as a line of JSON, oldest first.")
  static final class Export implements ParsedVerb {
    @Mixin private final Where where = new Where();
    @Mixin private final OutputOption output = new OutputOption();

    @Override
    public int run(Context context) {
      return context.local().journalExport(where.options(context), output.screen(context));
    }
  }
}
