package dev.losslessd.cli;

import dev.losslessd.text.Fields;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verbs on access tokens: {@code losslessd token create|list|revoke}. */
final class TokenVerbs {
  private static final String PATH = "tokens";

  private TokenVerbs() {}

  @Command(
      name = "token",
      description = {
        "Access tokens for the REST API: make, list and revoke them.",
        "A token has a role: viewer reads, operator plans and changes, admin does everything."
      })
  static final class Token implements ParsedVerb {
    @Override
    public int run(Context context) {
      throw CliException.usage("token needs 'create NAME --role ROLE', 'list' or 'revoke ID'");
    }
  }

  @Command(
      name = "create",
      description = {
        "Make a token and print its secret, this once.",
        "  E.g. token create ci --role operator --devices 'leaf*' --for 90d > ci.token"
      })
  static final class Create extends RemoteVerb {
    @Parameters(
        index = "0",
        paramLabel = "NAME",
        description = "In journal and audit it is token:NAME.")
    private String name = "";

    @Option(
        names = "--role",
        required = true,
        paramLabel = "ROLE",
        description = "viewer, operator or admin.")
    private String role = "";

    @Option(
        names = "--devices",
        split = ",",
        paramLabel = "GLOB",
        description = "Devices that an operator may change: 'leaf*,gpu0?'. Default: every device.")
    private List<String> devices = List.of();

    @Option(
        names = "--for",
        paramLabel = "TIME",
        description = "How long it is accepted: 12h, 90d. Default: until it is revoked.")
    private String life = "";

    @Override
    int ask(Session session) {
      Fields body =
          new Fields()
              .with("name", name)
              .with("role", role)
              .withAny("devices", devices)
              .withAny("for", life);
      JsonValue made = session.daemon().post(PATH, JsonValue.of(body));
      Screen screen = session.screen();
      screen.document(made);
      screen.line(made.at("secret").text());
      screen
          .err()
          .println(
              "Token %s (%s, %s): its secret is shown this once, and kept nowhere."
                  .formatted(
                      made.at("id").shown(), made.at("name").shown(), made.at("role").shown()));
      return ExitCode.OK;
    }
  }

  @Command(name = "list", description = "Access tokens: role, devices, end and last use.")
  static final class ListAll extends RemoteVerb {
    @Override
    int ask(Session session) {
      JsonValue list = session.daemon().list(PATH);
      Table table = table(session.screen(), list.at("items").items());
      String none = "There is no token but the one of the config or state folder.";
      session.screen().show(list, table, none);
      return ExitCode.OK;
    }
  }

  @Command(name = "revoke", description = "Refuse a token from now on, also where it is in use.")
  static final class Revoke extends RemoteVerb {
    @Parameters(index = "0", paramLabel = "ID", description = "The token's id, or its name.")
    private String id = "";

    @Mixin private final Consent consent = new Consent();

    @Override
    int ask(Session session) {
      consent.require(session);
      JsonValue token =
          session.daemon().list(PATH).at("items").items().stream()
              .filter(one -> one.at("id").text().equals(id) || one.at("name").text().equals(id))
              .findFirst()
              .orElseThrow(() ->
                  new CliException(
                      ExitCode.NOT_FOUND,
                      "no token has the id or name '%s'; 'losslessd token list' shows them"
                          .formatted(id)));
      session.screen().table(table(session.screen(), List.of(token)));
      if (!consent.isGiven(session, "Revoke this token?")) {
        return ExitCode.FINDING;
      }
      JsonValue gone = session.daemon().delete(PATH + "/" + token.at("id").text());
      session.screen().document(gone);
      session.screen().line("Token " + gone.at("id").text() + " is revoked.");
      return ExitCode.OK;
    }
  }

  private static Table table(Screen screen, List<JsonValue> items) {
    Table table =
        new Table("ID", "NAME", "ROLE", "DEVICES", "STATE", "END", "LAST USED", "MADE", "BY")
            .wrap(3)
            .least(7, 8, 6);
    for (JsonValue one : items) {
      table.row(
          one.at("id").text(),
          one.at("name").text(),
          one.at("role").text(),
          devices(one),
          one.at("state").text(),
          one.at("end").isNothing() ? "never" : screen.deadline(one.at("end")),
          one.at("lastUsed").isNothing() ? "-" : screen.past(one.at("lastUsed")),
          one.at("made").time(),
          screen.actor(one.at("by")));
    }
    return table;
  }

  private static String devices(JsonValue one) {
    List<JsonValue> globs = one.at("devices").items();
    return globs.isEmpty()
        ? "all"
        : globs.stream().map(JsonValue::text).collect(Collectors.joining(" "));
  }
}
