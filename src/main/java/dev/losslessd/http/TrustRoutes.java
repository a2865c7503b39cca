package dev.losslessd.http;

import dev.losslessd.commit.DeviceIdentities;
import dev.losslessd.inventory.SwitchTrust;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.HostKeyOffer;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Role;
import dev.losslessd.text.Fields;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Host keys of switches and jump hosts, and taking one that was compared. */
record TrustRoutes(DeviceIdentities identities, SwitchTrust trust) {
  private static final String PATH = "/api/v1/switches/{name}/trust";
  private static final String FINGERPRINT = "fingerprint";
  private static final Pattern FORM = Pattern.compile("SHA256:[A-Za-z0-9+/]{43}");

  List<Route> routes() {
    return List.of(
        Route.get(
                PATH,
                "Host keys of a switch or jump host: the known and the offered ones",
                "HostKeys",
                this::look)
            .fails(503),
        Route.post(
                PATH,
                "Trusts the host key that is offered, if it has the fingerprint",
                "TrustRequest",
                this::trust)
            .answers(200, "HostKeys", "It stands in the file of known hosts")
            .fails(409, 503)
            .needs(Role.ADMIN));
  }

  private HttpReply look(HttpCall call) {
    String name = named(call);
    call.requireAuthority("asking a switch for its host key");
    return HttpReply.ok(json(attempted(() -> trust.look(name))));
  }

  private HttpReply trust(HttpCall call) {
    String name = named(call);
    JsonObjectReader body = call.fields();
    String fingerprint = body.text(FINGERPRINT).orElse("");
    if (!FORM.matcher(fingerprint).matches()) {
      body.wrong(
          FINGERPRINT,
          "'"
              + PrintableText.brief(fingerprint, 60)
              + "' is no fingerprint, expected SHA256: and 43 characters, as ssh-keygen -lf"
              + " prints");
    }
    body.done();
    HostKeyOffer keys = attempted(() -> trust.trust(name, fingerprint, call.actor()));
    Optional<Identities> found = trust.identity(name).filter(one -> !one.isNone());
    return HttpReply.ok(
        json(keys)
            .withAny("found", found.map(AcceptRoutes::json))
            .withAny("otherDevice", found.map(one -> !identities.others(one).isEmpty())));
  }

  private String named(HttpCall call) {
    String name = call.param("name");
    if (!trust.has(name)) {
      throw ProblemException.notFound(
          "no switch or jump host '"
              + PrintableText.brief(name, 60)
              + "' with SSH here"
              + Suggestions.hint(name, List.copyOf(trust.names())));
    }
    return name;
  }

  private static HostKeyOffer attempted(Supplier<HostKeyOffer> work) {
    try {
      return work.get();
    } catch (SwitchTrust.Refused e) {
      String detail = e.getMessage();
      throw new ProblemException(
          switch (e.kind()) {
            case KEY -> Problem.of(409, "host-key-refused", "The host key is not taken", detail);
            case FILE -> Problem.of(503, "store-failure", "The file is as it was", detail);
            case DEVICE -> Problem.of(503, "device-failure", "A device does not answer", detail);
          });
    }
  }

  private Fields json(HostKeyOffer keys) {
    return new Fields()
        .with("name", keys.name())
        .with("host", keys.host())
        .withAny("knownHosts", keys.file())
        .with("state", keys.state())
        .withAny("refusedSince", keys.since())
        .with("offered", json(keys.offered()))
        .with(
            "known",
            keys.known().stream()
                .map(one -> json(one.key()).with("offered", one.offered()))
                .toList())
        .with(
            "recorded", AcceptRoutes.json(identities.known().ofDevice(new DeviceId(keys.name()))));
  }

  private static Fields json(HostKeyOffer.Key key) {
    return new Fields().withAny("type", key.type()).with(FINGERPRINT, key.fingerprint());
  }
}
