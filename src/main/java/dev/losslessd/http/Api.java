package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.Judgement;
import dev.losslessd.watch.Readings;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The table of routes: everything that the daemon answers. */
final class Api {
  private Api() {}

  static List<Route> table(HttpSources sources) {
    CommitEngine engine = sources.commitEngine();
    DeviceReport devices = sources.devices();
    Readings readings = sources.readings();
    Judgement judgement = sources.judgement();
    InstantSource clock = sources.about().clock();
    Resources resources = new Resources(engine, readings, devices, clock);
    FlightRoutes flights = new FlightRoutes(readings, clock);
    List<Route> table = new ArrayList<>();
    table.addAll(
        new StatusRoutes(engine, devices, judgement, sources.readiness(), sources.about())
            .routes());
    table.addAll(new MetricsRoutes(sources.metrics()).routes());
    table.addAll(new InventoryRoutes(engine, devices, sources.nicReads()).routes());
    table.addAll(new FindingRoutes(engine, readings, judgement).routes());
    table.add(new CounterRoute(readings, devices, sources.nicReads(), resources, clock).route());
    table.addAll(new SaveRoutes(engine, devices).routes());
    table.addAll(new AcceptRoutes(engine, resources).routes());
    table.addAll(new LinkRoutes(judgement, devices).routes());
    table.addAll(new PlanRoutes(engine, devices, judgement, sources.usualWaves()).routes());
    table.addAll(new MaintenanceRoutes(engine, resources).routes());
    table.add(new DiffRoute(engine, readings).route());
    table.addAll(new SettingRoutes(engine, resources, judgement, flights).routes());
    table.add(
        Route.list("/openapi.json", "This description", "OpenApi", call -> describe(sources)));
    return List.copyOf(table);
  }

  /** Rarely asked for, so that it is made anew each time instead of being kept. */
  private static HttpReply describe(HttpSources sources) {
    return HttpReply.ok(OpenApi.document(table(sources), sources.about().version()));
  }
}
