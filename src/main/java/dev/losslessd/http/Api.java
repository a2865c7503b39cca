package dev.losslessd.http;

import java.util.ArrayList;
import java.util.List;

/** The table of routes: everything that the daemon answers. */
final class Api {
  private Api() {}

  static List<Route> table(HttpSources sources) {
    Resources resources = new Resources(sources);
    FlightRoutes flights = new FlightRoutes(sources.readings(), sources.about().clock());
    List<Route> table = new ArrayList<>();
    table.addAll(
        new StatusRoutes(
                sources.commitEngine(), sources.judgement(), sources.readiness(), sources.about())
            .routes());
    table.addAll(new MetricsRoutes(sources.metrics()).routes());
    table.addAll(new InventoryRoutes(sources, resources).routes());
    table.addAll(new SaveRoutes(sources.commitEngine(), sources.devices()).routes());
    table.addAll(new AcceptRoutes(sources.commitEngine(), resources).routes());
    table.addAll(new LinkRoutes(sources.judgement(), sources.devices()).routes());
    table.addAll(
        new PlanRoutes(sources.commitEngine(), sources.devices(), sources.usualWaves()).routes());
    table.addAll(new MaintenanceRoutes(sources.commitEngine(), resources).routes());
    table.add(new DiffRoute(sources.commitEngine(), sources.readings()).route());
    table.addAll(new SettingRoutes(sources.commitEngine(), resources, flights).routes());
    table.add(
        Route.list("/openapi.json", "This description", "OpenApi", call -> describe(sources)));
    return List.copyOf(table);
  }

  /** Rarely asked for, so that it is made anew each time instead of being kept. */
  private static HttpReply describe(HttpSources sources) {
    return HttpReply.ok(OpenApi.document(table(sources), sources.about().version()));
  }
}
