package dev.losslessd.cli;

import dev.losslessd.model.Identity;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslessd accept DEVICE --reason TEXT}. */
@Command(
    name = "accept",
    description = {
      "Take a replaced box, card or host for what its name stands for.",
      "For a switch or NIC that was replaced, and a host that was installed anew or renamed.",
      "Writes nothing to it. An undo that is open for the old one does not go to the new one."
    })
final class AcceptVerb extends RemoteVerb {
  @Parameters(index = "0", paramLabel = "DEVICE", description = "The switch, or this host.")
  private String device = "";

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Why it is another one; kept in the journal and in the audit.")
  private String reason = "";

  @Override
  int ask(Session session) {
    String path = "devices/" + Paths.device(device) + ":accept";
    JsonValue told = session.daemon().post(path, JsonValue.of(Map.of("reason", reason)));
    Screen screen = session.screen();
    screen.document(told);
    lines(told.at("before")).forEach(line -> screen.line("was  " + line));
    lines(told.at("now")).forEach(line -> screen.line("is   " + line));
    List<String> open = told.at("openCommits").items().stream().map(JsonValue::shown).toList();
    if (!open.isEmpty()) {
      screen.line(
          "Open there: "
              + String.join(", ", open)
              + ". What they wrote to an old box is not undone on a new one: 'losslessd abandon'.");
    }
    return ExitCode.OK;
  }

  /** One line for each target: {@code leaf1: serial FDO21120U8N}. */
  static List<String> lines(JsonValue identities) {
    return identities.items().stream()
        .map(one -> PlanView.target(one) + ": " + facts(one.at("identity")))
        .toList();
  }

  private static String facts(JsonValue identity) {
    return Arrays.stream(Identity.Fact.values())
        .map(Identity.Fact::word)
        .filter(fact -> !identity.at(fact).isNothing())
        .map(fact -> fact + " " + identity.at(fact).shown())
        .collect(Collectors.joining(", "));
  }
}
