package dev.losslessd.http;

import dev.losslessd.model.DcbxMode;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.EcnCount;
import dev.losslessd.model.Ets;
import dev.losslessd.model.FirmwareConfig;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.MaxRate;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.OptionalCounters;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.RdmaDscp;
import dev.losslessd.model.RoceTos;
import dev.losslessd.model.Setting;
import dev.losslessd.model.TrafficClass;
import dev.losslessd.model.Trust;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Settings as JSON; {@link SettingReader} is the way back. */
final class SettingJson {
  private SettingJson() {}

  static ObjectNode write(Setting setting) {
    return switch (setting) {
      case Pfc pfc -> Json.object().set("lossless", priorities(pfc.lossless()));
      case Ets ets -> ets(ets);
      case Trust trust -> Json.object().put("field", trust.text());
      case DscpMap map -> dscpMap(map);
      case Headroom headroom -> headroom(headroom);
      case Dcqcn dcqcn -> dcqcn(dcqcn);
      case GlobalPause pause ->
          Json.object().put("receive", pause.receive()).put("send", pause.send());
      case Lossless lossless -> Json.object().set("priorities", priorities(lossless.priorities()));
      case Ecn ecn -> ecn(ecn);
      case EcnCount count -> Json.object().set("priorities", priorities(count.priorities()));
      case Mtu mtu -> Json.object().put("bytes", mtu.bytes());
      case PfcWatchdog watchdog -> watchdog(watchdog);
      case MaxRate rate -> maxRate(rate);
      case DcbxMode mode -> Json.object().put("decider", mode.text());
      case RoceTos tos -> Json.object().put("tos", tos.tos());
      case TrafficClass one -> Json.object().put("value", one.value());
      case OptionalCounters counters -> optionalCounters(counters);
      case FirmwareConfig firmware -> firmware(firmware);
      case RdmaDscp dscp -> rdmaDscp(dscp);
    };
  }

  private static ObjectNode optionalCounters(OptionalCounters counters) {
    ObjectNode json = Json.object();
    ArrayNode on = json.putArray("on");
    counters.on().forEach(on::add);
    return json;
  }

  private static ObjectNode firmware(FirmwareConfig firmware) {
    ObjectNode json = Json.object();
    ObjectNode values = json.putObject("values");
    firmware.values().forEach(values::put);
    return json;
  }

  private static ObjectNode rdmaDscp(RdmaDscp dscp) {
    ArrayNode list = Json.array();
    Dscp forced = dscp.forced();
    if (forced != null) {
      list.add(forced.value());
    }
    return Json.object().set("dscp", list);
  }

  private static ArrayNode priorities(PrioritySet set) {
    ArrayNode list = Json.array();
    set.priorities().forEach(priority -> list.add(priority.value()));
    return list;
  }

  private static ObjectNode ets(Ets ets) {
    ObjectNode json = Json.object();
    ArrayNode classes = json.putArray("classes");
    for (int tc = 0; tc < 8; tc++) {
      classes
          .addObject()
          .put("selection", ets.selection().get(tc).word())
          .put("bandwidthPercent", ets.bandwidthPercent().get(tc));
    }
    ArrayNode of = json.putArray("classOfPriority");
    ets.classOfPriority().forEach(of::add);
    return json;
  }

  private static ObjectNode dscpMap(DscpMap map) {
    ObjectNode json = Json.object();
    ObjectNode entries = json.putObject("map");
    map.entries().forEach((dscp, priority) -> entries.put(dscp.toString(), priority.value()));
    return json;
  }

  private static ObjectNode ecn(Ecn ecn) {
    ObjectNode json = Json.object();
    ObjectNode queues = json.putObject("marking");
    ecn.marking()
        .forEach((priority, marking) -> {
          ObjectNode queue = queues.putObject(priority.toString());
          if (marking.isTold()) {
            queue
                .put("minBytes", marking.minBytes())
                .put("maxBytes", marking.maxBytes())
                .put("probabilityPercent", marking.probabilityPercent());
          }
        });
    return json;
  }

  private static ObjectNode watchdog(PfcWatchdog watchdog) {
    ObjectNode json = Json.object().put("on", watchdog.on());
    if (watchdog.detectMillis() != null) {
      json.put("detectMillis", watchdog.detectMillis());
    }
    if (watchdog.restoreMillis() != null) {
      json.put("restoreMillis", watchdog.restoreMillis());
    }
    if (watchdog.action() != null) {
      json.put("action", watchdog.action().word());
    }
    return json;
  }

  private static ObjectNode maxRate(MaxRate rate) {
    ObjectNode json = Json.object();
    ArrayNode classes = json.putArray("kbitPerSecond");
    rate.kbitPerSecond().forEach(classes::add);
    return json;
  }

  private static ObjectNode headroom(Headroom headroom) {
    ObjectNode json = Json.object();
    ArrayNode buffers = json.putArray("bufferOfPriority");
    headroom.bufferOfPriority().forEach(buffers::add);
    ArrayNode bytes = json.putArray("bufferBytes");
    headroom.bufferBytes().forEach(bytes::add);
    return json;
  }

  private static ObjectNode dcqcn(Dcqcn dcqcn) {
    ObjectNode json = Json.object();
    PrioritySet enabled = dcqcn.enabled();
    if (enabled != null) {
      json.set("enabled", priorities(enabled));
    }
    dcqcn.values().forEach((parameter, value) -> json.put(parameter.jsonKey(), value));
    return json;
  }
}
