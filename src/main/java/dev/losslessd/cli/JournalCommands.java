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

  @Command(name = "audit", description = "Show who did what, or check that it was not changed.")
  static final class Audit implements ParsedVerb {
    @Override
    public int run(Context context) {
      throw CliException.usage("audit needs 'show [FILE]' or 'verify [FILE]'");
    }
  }

  /** {@code losslessd audit show [FILE]}. */
  @Command(
      name = "show",
      description =
          "Print the audit: every entry of the journal and every other event as a line of JSON,"
              + " oldest first.")
  static final class Show implements ParsedVerb {
    @Mixin private final Where where = new Where();
    @Mixin private final OutputOption output = new OutputOption();

    @Override
    public int run(Context context) {
      return context.local().auditShow(where.options(context), output.screen(context));
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

  /** {@code losslessd journal verify [FILE]}, and {@code audit verify [FILE]}. */
  @Command(
      name = "verify",
      description =
          "Follow the chain of the journal, which is the audit, through every line. Exits with 1 at"
              + " damage.")
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
      description = "Print every entry of the journal as a line of JSON, oldest first.")
  static final class Export implements ParsedVerb {
    @Mixin private final Where where = new Where();
    @Mixin private final OutputOption output = new OutputOption();

    @Override
    public int run(Context context) {
      return context.local().journalExport(where.options(context), output.screen(context));
    }
  }
}
