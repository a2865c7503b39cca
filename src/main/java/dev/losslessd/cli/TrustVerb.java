package dev.losslessd.cli;

import dev.losslessd.model.HostKeyOffer;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslessd trust NAME [--fingerprint SHA256:... | --dry-run]}. */
@Command(
    name = "trust",
    description = {
      "Trust the host key that a switch or jump host offers now.",
      "For a switch that was replaced or installed anew, and for one that is new here.",
      "Nothing is logged in to before. Compare the fingerprint with the device's own console.",
      "  E.g. trust leaf1 --fingerprint SHA256:jSH2...   trusts this key and no other"
    })
final class TrustVerb extends RemoteVerb {
  @Parameters(index = "0", paramLabel = "NAME", description = "The switch or jump host.")
  private String name = "";

  @Option(
      names = "--fingerprint",
      paramLabel = "SHA256:...",
      description = "Of the key, as the device's console shows it; needs no question.")
  private String fingerprint = "";

  @Mixin private final Consent consent = new Consent();

  @Option(names = "--dry-run", description = "Only show the known and the offered keys.")
  private boolean dryRun;

  @Override
  int ask(Session session) {
    boolean asks = !dryRun && fingerprint.isEmpty();
    if (asks) {
      consent.require(session);
    }
    String path = "switches/" + Paths.device(name) + "/trust";
    JsonValue keys = session.daemon().get(path);
    boolean trusted = isTrusted(keys);
    show(session.screen(), keys, trusted);
    if (dryRun || trusted) {
      session.screen().document(keys);
      return trusted ? ExitCode.OK : ExitCode.FINDING;
    }
    if (asks && !consent.isGiven(session, "Trust this key of " + name + "?")) {
      return ExitCode.FINDING;
    }
    String wanted =
        fingerprint.isEmpty() ? keys.at("offered").at("fingerprint").text() : fingerprint;
    JsonValue taken = session.daemon().post(path, JsonValue.of(Map.of("fingerprint", wanted)));
    session.screen().document(taken);
    done(session.screen(), taken);
    return ExitCode.OK;
  }

  private static boolean isTrusted(JsonValue keys) {
    return keys.at("state").is(HostKeyOffer.State.KNOWN)
        && keys.at("known").items().stream().allMatch(key -> key.at("offered").isTrue());
  }

  private void show(Screen screen, JsonValue keys, boolean trusted) {
    JsonValue offered = keys.at("offered");
    String place = keys.at("knownHosts").isNothing() ? "the config" : keys.at("knownHosts").shown();
    screen.line(name + " is " + keys.at("host").shown() + " in " + place);
    List<JsonValue> known = keys.at("known").items();
    known.forEach(key ->
        screen.line(
            "  known    " + key(key) + (key.at("offered").isTrue() ? "" : " (offered no more)")));
    if (known.isEmpty()) {
      screen.line("  known    none");
    }
    screen.line("  offered  " + key(offered) + " (" + keys.at("state").shown() + ")");
    AcceptVerb.lines(keys.at("recorded")).forEach(line -> screen.line("  recorded " + line));
    if (!keys.at("refusedSince").isNothing()) {
      screen.line("  logins are refused since " + screen.past(keys.at("refusedSince")));
    }
    screen.line(
        trusted
            ? "It offers the key that is trusted: nothing to do."
            : "Compare the offered fingerprint with the one on the device's own console: whoever"
                + " has this key gets the password.");
  }

  private static String key(JsonValue key) {
    String type = key.at("type").isNothing() ? "" : key.at("type").shown() + " ";
    return type + key.at("fingerprint").shown();
  }

  private void done(Screen screen, JsonValue taken) {
    screen.line("Trusted: " + key(taken.at("offered")) + ".");
    AcceptVerb.lines(taken.at("found")).forEach(line -> screen.line("  it is    " + line));
    if (taken.at("otherDevice").isTrue()) {
      screen.line(
          screen.paint(
              Paint.CHANGE,
              "It is another box than the recorded one, and nothing is written to it before:"
                  + " losslessd accept "
                  + name
                  + " --reason TEXT"));
    } else if (taken.at("found").isNothing()) {
      screen.line(
          "What it is was not told yet; 'losslessd findings' has other-device if it is another"
              + " box, which then takes 'losslessd accept'.");
    }
  }
}
