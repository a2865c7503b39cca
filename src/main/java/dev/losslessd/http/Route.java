package dev.losslessd.http;

import dev.losslessd.model.Role;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of the API: what is registered, what is documented and what is checked come from here.
 * Its lists grow while the table is made, and not afterwards.
 *
 * @param path with {@code {name}} for a segment and {@code <name>} for what may hold slashes
 * @param body name of the body's schema, null where there is none
 * @param bodyRequired whether it may be left out
 * @param size whether an answer may be so large that only few are made at once
 * @param role the least that may call it; null for everyone, also from beyond this host
 * @param replies status and schema, where it is no problem
 * @param problems statuses of problems that are this route's own, see {@link ProblemStatus}
 */
record Route(
    String method,
    String path,
    String summary,
    List<Param> params,
    @Nullable String body,
    boolean bodyRequired,
    List<Reply> replies,
    List<Integer> problems,
    Size size,
    @Nullable Role role,
    Action action) {
  /** How much an answer may hold. */
  enum Size {
    SMALL,
    LARGE
  }

  /** The action of a route. */
  @FunctionalInterface
  interface Action {
    HttpReply on(HttpCall call);
  }

  /**
   * @param in {@code query} or {@code header}
   * @param type of JSON schema: {@code string}, {@code boolean}
   * @param words that it may be; empty for any
   */
  record Param(
      String in,
      String name,
      String type,
      boolean required,
      String description,
      List<String> words) {
    Param {
      words = List.copyOf(words);
    }
  }

  /**
   * @param schema empty for answers that are not JSON; with bars between those that it may be
   * @param streamed schema of the data of each event, where it can be a stream of them; else empty
   */
  record Reply(int status, String schema, String description, String streamed) {}

  private static Route of(String method, String path, String summary, Size size, Action action) {
    return new Route(
        method,
        path,
        summary,
        new ArrayList<>(),
        null,
        false,
        new ArrayList<>(),
        new ArrayList<>(),
        size,
        method.equals("GET") ? Role.VIEWER : Role.OPERATOR,
        action);
  }

  static Route get(String path, String summary, String schema, Action action) {
    return of("GET", path, summary, Size.SMALL, action).answers(200, schema, "OK");
  }

  /** A read whose answer grows with the fabric or its history. */
  static Route list(String path, String summary, String schema, Action action) {
    return of("GET", path, summary, Size.LARGE, action).answers(200, schema, "OK");
  }

  static Route put(String path, String summary, String body, Action action) {
    return of("PUT", path, summary, Size.SMALL, action).takes(body, true);
  }

  static Route patch(String path, String summary, String body, Action action) {
    return of("PATCH", path, summary, Size.SMALL, action).takes(body, true);
  }

  static Route delete(String path, String summary, Action action) {
    return of("DELETE", path, summary, Size.SMALL, action);
  }

  static Route post(String path, String summary, String body, Action action) {
    return of("POST", path, summary, Size.SMALL, action).takes(body, false);
  }

  /**
   * A write that must go through whatever else is under way: it reads no body, so none is waited
   * for.
   */
  static Route emergency(String path, String summary, Action action) {
    return of("POST", path, summary, Size.SMALL, action);
  }

  Route takes(String schema, boolean required) {
    return new Route(
        method, path, summary, params, schema, required, replies, problems, size, role, action);
  }

  /**
   * The least role that may call it, where that is not viewer for reads and operator for writes.
   */
  Route needs(Role least) {
    return withRole(least);
  }

  /** Answers everyone, also from beyond this host without a token: a probe. */
  Route open() {
    return withRole(null);
  }

  private Route withRole(@Nullable Role least) {
    return new Route(
        method, path, summary, params, body, bodyRequired, replies, problems, size, least, action);
  }

  /** Media type of its body; what patches a document says how (RFC 7396). */
  String bodyType() {
    return method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
  }

  /** Whether it changes something, so that only a named actor may call it. */
  boolean changes() {
    return !method.equals("GET");
  }

  Route answers(int status, String schema, String description) {
    replies.removeIf(reply -> reply.status() == status);
    replies.add(new Reply(status, schema, description, ""));
    return this;
  }

  /** The same as a stream of events, for clients that accept one. */
  Route streams(String schema) {
    replies.replaceAll(one -> new Reply(one.status(), one.schema(), one.description(), schema));
    return this;
  }

  /** Problems that its action may answer with. */
  Route fails(Integer... statuses) {
    problems.addAll(List.of(statuses));
    return this;
  }

  Route query(String name, String type, String description) {
    return param(new Param("query", name, type, false, description, List.of()));
  }

  /** A query parameter that is one of some words. */
  Route choice(String name, String description, List<String> words) {
    return param(new Param("query", name, "string", false, description, words));
  }

  Route header(String name, boolean required, String description) {
    return param(new Param("header", name, "string", required, description, List.of()));
  }

  Route byDevice() {
    return query(ListFilter.DEVICE, "string", "only of devices with this name: gpu01, or leaf*");
  }

  Route byPort() {
    return byDevice()
        .query(
            ListFilter.PORT,
            "string",
            "only of ports with this name: Ethernet1/*, or gpu01:ens1f0np0");
  }

  Route byLabel() {
    return query(
        DeviceLabels.LABEL,
        "string",
        "only of devices with this label: rail=0; given several times, with all of them");
  }

  /** A setting of a port or device, in pages. */
  Route bySetting() {
    return byPort()
        .choice(FindingRoutes.SETTING, "only of this setting", FindingRoutes.SETTINGS)
        .pages(InventoryRoutes.PORT_LIKE + " pfc");
  }

  /**
   * Its list comes in pages, in the order of the items' names: {@link NamedPage}.
   *
   * @param like a cursor, for people
   */
  Route pages(String like) {
    return query(
            Pages.LIMIT, "integer", "how many, 1 to " + Pages.MOST + "; all where it is absent")
        .query(
            NamedPage.AFTER, "string", "only those behind this one, as next of an answer: " + like);
  }

  /** Its list comes in pages, newest first: {@link Pages}. */
  Route newest(String before) {
    return query(Pages.LIMIT, "integer", "how many, 1 to " + Pages.MOST + ": " + Pages.USUAL)
        .query(Pages.BEFORE, "string", before);
  }

  /** It begins a commit, for whose end its client may wait. */
  Route begins() {
    return header(
            "Prefer",
            false,
            "wait=30: the answer comes when the commit has ended, or awaits its confirm, within so"
                + " many seconds, "
                + CommitWait.LONGEST_SECONDS
                + " at most")
        .answers(200, "Commit", "With Prefer: wait, how the commit has ended")
        .answers(202, "Commit", "The commit has begun; Location is where to follow it");
  }

  /** It begins what it begins once for each Idempotency-Key. */
  Route once() {
    return header(
        "Idempotency-Key",
        false,
        "the same key and body begin nothing twice, also after a restart");
  }

  /** Parameters that a query may have. */
  List<Param> inQuery() {
    return params.stream().filter(param -> param.in().equals("query")).toList();
  }

  /** Whether it answers with a list, a page at a time. */
  boolean takesPages() {
    return params.stream().anyMatch(param -> param.name().equals(Pages.LIMIT));
  }

  /** As OpenAPI writes paths. */
  String documentPath() {
    return path.replace('<', '{').replace('>', '}');
  }

  private Route param(Param param) {
    params.add(param);
    return this;
  }
}
