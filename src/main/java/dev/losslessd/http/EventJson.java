package dev.losslessd.http;

import dev.losslessd.watch.Event;
import dev.losslessd.watch.EventData;
import dev.losslessd.watch.EventData.CommitEvent;
import dev.losslessd.watch.EventData.ContractEvent;
import dev.losslessd.watch.EventData.DriftEvent;
import dev.losslessd.watch.EventStream;
import tools.jackson.databind.node.ObjectNode;

/** JSON of events, with the facts of their kinds. */
record EventJson(EventStream stream) {
  ObjectNode of(Event event) {
    EventData data = event.data();
    ObjectNode json =
        Json.object()
            .put("id", stream.id(event.number()))
            .put("at", event.at().toString())
            .put("kind", data.kind().word())
            .put("change", data.change())
            .put("subject", data.subject())
            .put("message", data.message());
    switch (data) {
      case EventData.FindingEvent one -> json.set("finding", InventoryJson.finding(one.finding()));
      case CommitEvent one -> json.set("commit", commit(one));
      case DriftEvent one -> json.set("drift", drift(one));
      case ContractEvent one -> json.set("contract", contract(one));
      case EventData.LinkEvent one ->
          json.putObject("link").put("port", one.port().toString()).put("state", one.state());
      case EventData.AddressEvent one -> json.set("address", address(one));
      case EventData.ActionEvent one -> json.put("actor", one.actor());
    }
    return json;
  }

  private static ObjectNode commit(CommitEvent one) {
    return Json.object().put("id", one.id()).put("state", one.change()).put("actor", one.actor());
  }

  private static ObjectNode drift(DriftEvent one) {
    ObjectNode json = PlanJson.key(one.fact().key());
    json.set("wanted", SettingJson.write(one.fact().difference().wanted()));
    one.fact()
        .difference()
        .observed()
        .inForce()
        .ifPresent(is -> json.set("observed", SettingJson.write(is)));
    return json.put("since", one.fact().since().toString()).put("writer", one.fact().writer());
  }

  private static ObjectNode address(EventData.AddressEvent one) {
    ObjectNode json =
        Json.object()
            .put("port", one.port().toString())
            .put("device", one.device())
            .put("address", one.address());
    one.before().ifPresent(slot -> json.put("before", slot));
    one.slot().ifPresent(slot -> json.put("slot", slot));
    return json;
  }

  private static ObjectNode contract(ContractEvent one) {
    ObjectNode json =
        Json.object()
            .put("a", one.contract().link().a().toString())
            .put("b", one.contract().link().b().toString())
            .put("before", PlanJson.word(one.before()));
    return json.set("checks", LinkRoutes.checks(one.contract()));
  }
}
