package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.DeviceIdentities;
import dev.losslessd.inventory.SwitchTrust;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Role;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Host keys of switches and jump hosts, and taking one that was compared. */
final class TrustRoutes {
  private static final String PATH = "/api/v1/switches/{name}/trust";
  private static final String FINGERPRINT = "fingerprint";
  private static final Pattern FORM = Pattern.compile("SHA256:[A-Za-z0-9+/]{43}");

  private final DeviceIdentities identities;
  private final SwitchTrust trust;

  TrustRoutes(CommitEngine engine, SwitchTrust trust) {
    this.identities = engine.identities();
    this.trust = trust;
  }

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
    FieldErrors errors = new FieldErrors();
    JsonObjectReader body = JsonObjectReader.of(call.json(), "", errors);
    String fingerprint = body.text(FINGERPRINT).orElse("");
    if (!FORM.matcher(fingerprint).matches()) {
      errors.add(
          FINGERPRINT,
          "'"
              + PrintableText.brief(fingerprint, 60)
              + "' is no fingerprint, expected SHA256: and 43 characters, as ssh-keygen -lf"
              + " prints");
    }
    body.end();
    errors.throwIfAny();
    SwitchTrust.Keys keys = attempted(() -> trust.trust(name, fingerprint, call.actor()));
    ObjectNode json = json(keys);
    trust
        .identity(name)
        .filter(found -> !found.isNone())
        .ifPresent(found -> {
          json.set("found", AcceptRoutes.json(found));
          json.put("otherDevice", !identities.others(found).isEmpty());
        });
    return HttpReply.ok(json);
  }

  private String named(HttpCall call) {
    String name = call.param("name");
    if (!trust.has(name)) {
      throw new ProblemException(
          Problem.notFound(
              "no switch or jump host '"
                  + PrintableText.brief(name, 60)
                  + "' with SSH here"
                  + Suggestions.hint(name, List.copyOf(trust.names()))));
    }
    return name;
  }

  private static SwitchTrust.Keys attempted(Supplier<SwitchTrust.Keys> work) {
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

  private ObjectNode json(SwitchTrust.Keys keys) {
    ObjectNode json = Json.object().put("name", keys.name()).put("host", keys.host());
    keys.file().ifPresent(file -> json.put("knownHosts", file.toString()));
    json.put("state", keys.state());
    keys.since().ifPresent(since -> json.put("refusedSince", since.toString()));
    json.set("offered", json(keys.offered()));
    ArrayNode known = json.putArray("known");
    keys.known().forEach((key, offered) -> known.add(json(key).put("offered", offered)));
    Identities recorded = identities.known().ofDevice(new DeviceId(keys.name()));
    json.set("recorded", AcceptRoutes.json(recorded));
    return json;
  }

  private static ObjectNode json(SwitchTrust.Key key) {
    ObjectNode json = Json.object();
    if (!key.type().isEmpty()) {
      json.put("type", key.type());
    }
    return json.put(FINGERPRINT, key.fingerprint());
  }
}
