package dev.losslessd.http;

import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.HighRateTrace;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.watch.DeviceReport.DeviceHealth;
import dev.losslessd.watch.DeviceReport.KnownSwitch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A server of which every operation can be brought to answer each status that it documents. */
final class RouteWalk implements AutoCloseable {
  static final String TOKEN = "Authorization: Bearer " + Rig.TOKEN;

  private static final String ANY = "If-Match: *";
  private static final Target LEAF = new Target.Device(new DeviceId("leaf1"));
  private static final Target WATCHED = new Target.Device(new DeviceId("leaf9"));

  final Rig rig;
  private final Wire tcp;
  private final WalkedTokens tokens;

  RouteWalk(Path folder) {
    Map<SettingKind, Setting> first = new EnumMap<>(SettingKind.class);
    TwoValues.ALL.forEach((kind, two) -> first.put(kind, TwoValues.setting(kind, two.getFirst())));
    List<Target> targets = List.of(Target.port(Rig.NIC), Target.port(Rig.SLASHED), LEAF);
    SortedMap<Key, Setting> policy = new TreeMap<>();
    for (Target target : targets) {
      first.forEach((kind, value) -> policy.put(new Key(target, kind), value));
    }
    rig = new Rig(folder, Mode.ENFORCE, policy, new FakeNic(targets, first));
    tcp = Wire.tcp(rig.server.port());
    tokens = new WalkedTokens(rig.tokens, folder);
    DeviceHealth health = new DeviceHealth(LEAF.device(), true, rig.now, "");
    rig.health.addAll(List.of(new DeviceHealth(Rig.NIC.device(), true, rig.now, ""), health));
    SortedMap<String, String> rail = new TreeMap<>(Map.of("rail", "0"));
    List<PortId> ports = List.of(PortId.parse("leaf1:Ethernet1/1"));
    rig.switches.add(new KnownSwitch(health, "nxos", "192.0.2.7", true, false, rail, ports));
    for (Target watched : List.of(WATCHED, Target.port(PortId.parse("leaf9:Ethernet1/1")))) {
      rig.seen.put(watched, new Observation(new Observed(watched, Map.of()), rig.now));
    }
    RouteWalkFacts.tell(rig);
    rig.counters.flights.add(new HighRateTrace(Rig.NIC, List.of(), new long[0], new long[0]));
    rig.post("/api/v1/commits/" + begin(SettingKind.PFC) + ":confirm", "{}");
  }

  @Override
  public void close() {
    rig.close();
  }

  /** Sends a request that is answered with this status, and brings all back as it was. */
  Wire.Reply provoke(RouteOperation op, int status) {
    try {
      return switch (status) {
        case 400 -> send(op, op.real() + "?nosuch=1", body(op), TOKEN);
        case 401 -> send(op, op.real(), body(op), tokens.ended());
        case 403 -> tcp.sendTo("evil.example", op.method(), op.real(), "", TOKEN);
        case 413 -> send(op, op.real(), "[" + " ".repeat(1 << 20) + "]", TOKEN, ANY);
        case 415 -> tcp.send(op.method(), op.real(), "{}", TOKEN, ANY, "Content-Type: text/plain");
        case 428 -> send(op, op.real(), body(op), TOKEN);
        case 412 -> send(op, op.real(), body(op), TOKEN, "If-Match: \"77-00000000\"");
        default -> special(op, status);
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      calm();
    }
  }

  Wire.Reply send(RouteOperation op, String path, String body, String... headers) {
    return send(tcp, op, path, body, headers);
  }

  /** Sends it to another listener than that on loopback. */
  Wire.Reply send(Wire to, RouteOperation op, String path, String body, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    if (!body.isEmpty()) {
      all.add(
          "Content-Type: "
              + (op.method().equals("PATCH")
                  ? "application/merge-patch+json"
                  : "application/json"));
    }
    try {
      return to.send(op.method(), path, body, all.toArray(String[]::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A body that the operation takes; empty for none. */
  String body(RouteOperation op) {
    String id = op.id();
    if (op.isSetting()) {
      return op.method().equals("PUT") ? other(op) : "";
    }
    return switch (id) {
      case "patchIntent" ->
          "{\"gpu01:ens1f0np0\":{\"dcqcn\":" + TwoValues.of(SettingKind.DCQCN).get(1) + "}}";
      case "createPlan", "createCommit" -> changes("gpu01:ens1f0np0");
      case "reloadConfig" -> "{\"digest\":\"" + RigConfig.DIGEST + "\"}";
      case "createToken" -> "{\"name\":\"ci\",\"role\":\"operator\",\"devices\":[\"leaf*\"]}";
      case "abandonCommit", "acceptDevice" -> "{\"reason\":\"optic\"}";
      case "createRelease" -> release("gpu01");
      case "trustSwitch" -> "{\"fingerprint\":\"" + FakeTrust.NEW + "\"}";
      case "extendCommit" -> "{\"confirmWithin\":\"600s\"}";
      case "setMaintenanceDevice", "setMaintenancePort" -> "{\"for\":\"1h\",\"reason\":\"optic\"}";
      default -> op.method().equals("POST") ? "{}" : "";
    };
  }

  private static String release(String device) {
    return "{\"devices\":[\"%s\"],\"how\":\"restore\",\"acceptScope\":true,\"whileBusy\":true}"
        .formatted(device);
  }

  private static String changes(String port) {
    return "{\"changes\":[{\"port\":\"%s\",\"setting\":\"dcqcn\",\"value\":%s}]}"
        .formatted(port, TwoValues.of(SettingKind.DCQCN).get(1));
  }

  /** A value that is not there now. */
  private String other(RouteOperation op) {
    List<String> two = TwoValues.of(op.kind());
    Setting now = rig.nic.read(op.target()).inForce(op.kind()).orElseThrow();
    return TwoValues.setting(op.kind(), two.getFirst()).equals(now) ? two.get(1) : two.getFirst();
  }

  private Wire.Reply special(RouteOperation op, int status) {
    if (op.isSetting()) {
      return op.isWrite() ? write(op, status) : read(op, status);
    }
    return switch (status) {
      case 404 -> missing(op);
      case 304 -> known(op);
      case 200, 202 -> success(op, status);
      default -> failure(op, status);
    };
  }

  private Wire.Reply read(RouteOperation op, int status) {
    return switch (status) {
      case 200 -> send(op, op.real(), "", TOKEN);
      case 304 -> known(op);
      case 404 -> missing(op);
      case 409 ->
          send(
              op,
              op.path().replace("{device}", "leaf9").replace("{port}", "Ethernet1/1")
                  + "?fresh=true",
              "",
              TOKEN);
      default -> {
        rig.nic.silent = true;
        yield send(op, op.real() + "?fresh=true", "", TOKEN);
      }
    };
  }

  private Wire.Reply write(RouteOperation op, int status) {
    if (op.method().equals("DELETE") && status != 404) {
      override(op);
    }
    String path = RouteOperation.forced(op.real());
    return switch (status) {
      case 200 -> send(op, path + "&dryRun=true", body(op), TOKEN, ANY);
      case 404 -> missing(op);
      default -> {
        String body = body(op);
        bring(op, status);
        yield send(op, path, body, TOKEN, ANY);
      }
    };
  }

  /** The state in which a write is answered so. */
  private void bring(RouteOperation op, int status) {
    switch (status) {
      case 409 -> rig.commitEngine.freeze("test");
      case 422 ->
          rig.commitEngine.maintenance().begin(op.target(), Duration.ofHours(1), "test", "optic");
      case 503 -> rig.nic.silent = true;
      default -> {}
    }
  }

  /** Has the other value confirmed and on the device, so that there is an override to take away. */
  private void override(RouteOperation op) {
    Key key = new Key(op.target(), op.kind());
    List<String> two = TwoValues.of(op.kind());
    if (!rig.commitEngine.intent().rest().containsKey(key)) {
      RouteOperation put = new RouteOperation("PUT", op.path(), op.json());
      String id = id(send(put, RouteOperation.forced(op.real()), two.get(1), TOKEN, ANY));
      rig.post("/api/v1/commits/" + id + ":confirm", "{}");
    }
    rig.nic.set(op.target(), TwoValues.setting(op.kind(), two.get(1)));
  }

  private Wire.Reply known(RouteOperation op) {
    String etag = send(op, op.real(), "", TOKEN).headers().getOrDefault("ETag", "");
    return send(op, op.real(), "", TOKEN, "If-None-Match: " + etag);
  }

  private Wire.Reply missing(RouteOperation op) {
    String path =
        op.path()
            .replaceAll("\\{(device|name|port)}", "nosuch")
            .replace("{id}", "c-999999")
            .replace("{number}", "999999");
    String body =
        switch (op.id()) {
          case "createPlan", "createCommit" ->
              "{\"changes\":[{\"port\":\"gpu01:Ethernet1/7\",\"setting\":\"mtu\",\"unset\":true}]}";
          case "createRelease" -> release("nosuch");
          default -> body(op);
        };
    String query =
        op.id().equals("listFirmware") || op.id().equals("listCounters")
            ? "?port=gpu01:nosuch"
            : "";
    return send(op, path + query, body, TOKEN, ANY);
  }

  private Wire.Reply success(RouteOperation op, int status) {
    String path = op.real();
    String commit = "/api/v1/commits/";
    return switch (op.id()) {
      case "listFirmware" -> send(op, path + "?port=" + Rig.NIC, "", TOKEN);
      case "patchIntent" ->
          send(
              op,
              RouteOperation.forced(path) + (status == 200 ? "&dryRun=true" : ""),
              body(op),
              TOKEN,
              ANY);
      case "createCommit" -> {
        rig.nic.lies = status == 200;
        yield send(op, path, body(op), TOKEN, status == 200 ? "Prefer: wait=5" : ANY);
      }
      case "rollbackRevision" -> {
        rig.nic.lies = status == 200;
        yield send(
            op,
            path.replace("/1:", "/0:"),
            "{\"acceptScope\":true,\"whileBusy\":true}",
            TOKEN,
            status == 200 ? "Prefer: wait=5" : ANY);
      }
      case "confirmCommit", "cancelCommit", "extendCommit" ->
          send(
              op,
              commit + begin(SettingKind.DCQCN) + path.substring(path.lastIndexOf(':')),
              body(op),
              TOKEN);
      case "retryCommit", "abandonCommit" -> {
        String id = begin(SettingKind.DCQCN);
        rig.nic.silent = true;
        rig.post(commit + id + ":cancel", "{}");
        rig.nic.silent = false;
        yield send(op, commit + id + path.substring(path.lastIndexOf(':')), body(op), TOKEN);
      }
      case "createRelease" ->
          send(op, path + (status == 200 ? "?dryRun=true" : ""), body(op), TOKEN);
      case "unsetRelease" -> {
        rig.commitEngine.releases().keep(op.target().device(), "test", "");
        yield send(op, path, "", TOKEN);
      }
      case "revokeToken" -> send(op, path.replace("c-000001", tokens.made()), "", TOKEN);
      case "acceptDevice" -> {
        rig.nic.machineId = "one";
        send(op, path, body(op), TOKEN);
        rig.nic.machineId = "two";
        yield send(op, path, body(op), TOKEN);
      }
      case "unsetMaintenanceDevice", "unsetMaintenancePort" -> {
        rig.commitEngine.maintenance().begin(op.target(), Duration.ofHours(1), "test", "optic");
        yield send(op, path, "", TOKEN);
      }
      default -> send(op, path, body(op), TOKEN);
    };
  }

  private Wire.Reply failure(RouteOperation op, int status) {
    switch (status) {
      case 409 -> {
        if (!op.id().matches("saveDevice|acceptDevice|getPort|getDeviceSettings")) {
          rig.commitEngine.freeze("test");
        }
        rig.nic.foreign = List.of("+ hostname x");
        if (op.id().equals("createToken")) {
          tokens.made();
        }
      }
      case 422 ->
          rig.commitEngine
              .maintenance()
              .begin(Target.port(Rig.NIC), Duration.ofHours(1), "test", "optic");
      default -> {
        rig.nic.silent = true;
        rig.stalled.add("the alarm loop does not turn");
        rig.notReady.add("gpu01:ens1f0np0 was not read yet");
        if (op.id().equals("createToken")) {
          tokens.breakDisk();
        }
      }
    }
    return switch (op.id()) {
      case "getPort", "getDeviceSettings" ->
          send(
              op,
              (status == 409
                      ? op.path().replace("{device}", "leaf9").replace("{port}", "Ethernet1/1")
                      : op.real())
                  + "?fresh=true",
              "",
              TOKEN);
      case "revokeToken" -> {
        String id = tokens.made();
        tokens.breakDisk();
        yield send(op, op.real().replace("c-000001", id), "", TOKEN);
      }
      case "reloadConfig" -> {
        rig.config.broken = status == 422;
        yield send(op, op.real(), status == 409 ? "{\"digest\":\"0\"}" : "{}", TOKEN);
      }
      case "patchIntent" -> send(op, RouteOperation.forced(op.real()), body(op), TOKEN, ANY);
      case "rollbackRevision" -> send(op, op.real().replace("/1:", "/0:"), body(op), TOKEN);
      case "confirmCommit" -> {
        if (status == 409) {
          yield send(op, op.real(), body(op), TOKEN);
        }
        rig.nic.silent = false;
        String id = begin(SettingKind.DCQCN);
        rig.nic.silent = true;
        yield send(op, "/api/v1/commits/" + id + ":confirm", body(op), TOKEN);
      }
      default -> send(op, op.real(), body(op), TOKEN);
    };
  }

  private String begin(SettingKind kind) {
    RouteOperation put =
        new RouteOperation("PUT", "/api/v1/ports/{device}/{port}/" + kind.word(), Json.object());
    return id(send(put, RouteOperation.forced(put.real()), other(put), TOKEN, ANY));
  }

  private static String id(Wire.Reply begun) {
    return Json.parse(begun.body().getBytes(StandardCharsets.UTF_8)).path("id").asString();
  }

  /** As it was before: nothing is open, nobody works there, and the device speaks the truth. */
  void calm() {
    rig.nic.silent = false;
    rig.nic.lies = false;
    rig.nic.machineId = "";
    rig.config.broken = false;
    rig.trust.trusted = FakeTrust.OLD;
    rig.nic.foreign = List.of();
    tokens.calm();
    rig.stalled.clear();
    rig.notReady.clear();
    if (rig.commitEngine.writePolicy().frozen()) {
      rig.commitEngine.thaw("test");
    }
    List.copyOf(rig.commitEngine.maintenance().now())
        .forEach(one -> rig.commitEngine.maintenance().end(one.target(), "test"));
    for (Commit one : List.copyOf(rig.commitEngine.commits())) {
      switch (one) {
        case Commit.AwaitingConfirm open -> rig.commitEngine.cancel(open.id(), "test", "uid:0");
        case Commit.Undoing open -> rig.commitEngine.abandon(open.id(), "test", "test");
        case Commit.Stuck open -> rig.commitEngine.abandon(open.id(), "test", "test");
        default -> {}
      }
    }
  }
}
