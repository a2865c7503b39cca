package dev.losslessd.http;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import io.javalin.http.Context;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Requests of Javalin as {@link HttpCall}s, checked against their route. */
final class Calls {
  private static final Pattern PARAM = Pattern.compile("[{<]([a-z]+)[}>]");
  private static final Pattern UTF_8 = Pattern.compile("\\s*;\\s*charset\\s*=\\s*\"?utf-8\"?\\s*$");

  private Calls() {}

  private static final String KEY = "Idempotency-Key";

  /**
   * @param body whole; empty where the route takes none
   */
  static HttpCall of(Context ctx, Route route, Caller caller, byte[] body) {
    @Nullable String query = ctx.req().getQueryString();
    if (body.length > 0) {
      requireType(route.bodyType(), ctx.req().getContentType());
    }
    requireKept(ctx.req().getHeader(KEY), route);
    return new HttpCall(
        route.method(),
        params(ctx, route),
        Query.parse(query == null ? "" : query, route.inQuery()),
        name -> Optional.ofNullable(ctx.req().getHeader(name)),
        body,
        caller);
  }

  /** A key that is not kept would promise what is not done. */
  private static void requireKept(@Nullable String key, Route route) {
    boolean kept = route.params().stream().anyMatch(param -> param.name().equals(KEY));
    if (key != null && route.changes() && !kept) {
      throw ProblemException.badInput(
          KEY,
          "is not kept for this request, expected none; If-Match, where it is taken, keeps it"
              + " from being done twice");
    }
  }

  private static Map<String, String> params(Context ctx, Route route) {
    Map<String, String> params = new TreeMap<>();
    Matcher names = PARAM.matcher(route.path());
    while (names.find()) {
      params.put(names.group(1), ctx.pathParam(names.group(1)));
    }
    return params;
  }

  /**
   * @throws ProblemException 415
   */
  private static void requireType(String expected, @Nullable String type) {
    String is = type == null ? "" : type.strip().toLowerCase(Locale.ROOT);
    if (!UTF_8.matcher(is).replaceFirst("").equals(expected)) {
      throw ProblemException.of(
          415,
          "wrong-content-type",
          "The body is not of a type that is taken",
          "Content-Type is '" + Json.cut(is, 60) + "', expected " + expected);
    }
  }
}
