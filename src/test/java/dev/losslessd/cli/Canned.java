package dev.losslessd.cli;

/** Documents of the REST API, as the daemon would send them. */
final class Canned {
  static final String CHANGE_PAUSE =
      """
      {"port":"node7:ens3f0np0","setting":"global-pause","before":{"receive":true,"send":true},
       "after":{"receive":false,"send":false},"text":"","touches":["node7:ens3f0np0"],"risks":[]}\
      """;

  static final String CHANGE_DSCP =
      """
      {"port":"node7:ens3f0np0","setting":"dscp","before":{"map":{"8":1,"46":0}},
       "after":{"map":{"8":1,"46":5,"26":4}},"text":"","touches":["node7:ens3f0np0"],
       "risks":["short-stop"]}\
      """;

  static final String CHANGE_PFC =
      """
      {"port":"node7:ens3f0np0","setting":"pfc","before":{"lossless":[]},
       "after":{"lossless":[4]},"text":"","touches":["node7:ens3f0np0","node7:ens3f1np1"],
       "risks":["link-bounce"]}\
      """;

  static final String CHANGES = CHANGE_PAUSE + "," + CHANGE_DSCP + "," + CHANGE_PFC;

  static final String PLAN = plan(CHANGES, "");

  static final String NOTHING = plan("", "");

  static final String REFUSAL =
      """
      {"rule":"busy","subject":"node7:ens3f0np0 pfc","reason":"the link carries RDMA traffic"}\
      """;

  static final String REFUSED =
      plan("", REFUSAL).replaceFirst("}$", ",\"withheld\":[" + CHANGE_PFC + "]}");

  static final String APPLYING = commit("c-000041", "applying", "");

  static final String AWAITING =
      commit("c-000041", "awaiting-confirm", ",\"deadline\":\"2031-05-06T10:09:58Z\"");

  static final String CONFIRMED =
      commit("c-000041", "confirmed", ",\"revision\":12,\"endedAt\":\"2031-05-06T09:59:30.5Z\"");

  static final String ROLLED_BACK =
      commit(
          "c-000041",
          "rolled-back",
          ",\"why\":\"node7:ens3f0np0 pfc: read back none, wanted 4\""
              + ",\"endedAt\":\"2031-05-06T09:59:59Z\"");

  static final String STUCK =
      commit(
          "c-000041",
          "stuck",
          ",\"why\":\"node7 does not answer\",\"left\":["
              + CHANGE_DSCP
              + "],\"endedAt\":\"2031-05-06T09:59:59Z\"");

  static final String STATUS =
      """
      {"version":"9.8.7","host":"node7","mode":"enforce","frozen":false,"revision":11,
       "startedAt":"2031-05-06T07:46:30Z","targets":2,"openCommits":[%s],
       "findings":{"critical":1,"warning":2,"info":0}}\
      """;

  private Canned() {}

  static String plan(String changes, String refusals) {
    return """
    {"id":"p-77aa01","digest":"d1d1d1","changes":[%s],"refusals":[%s]}\
    """
        .formatted(changes, refusals);
  }

  static String commit(String id, String state, String more) {
    return """
    {"id":"%s","state":"%s","actor":"uid:0","reason":"turn lossless on",
     "startedAt":"2031-05-06T09:58:00Z","plan":%s%s}\
    """
        .formatted(id, state, PLAN, more);
  }

  /** Summary of a commit, as a list has it. */
  static String summary(String id, String state, String more) {
    return """
    {"id":"%s","state":"%s","actor":"uid:0","reason":"turn lossless on",
     "startedAt":"2031-05-06T09:58:00Z","changes":3%s}\
    """
        .formatted(id, state, more);
  }

  static String items(String... items) {
    return "{\"items\":[" + String.join(",", items) + "]}";
  }

  static String problem(String slug, String title, String detail, String more) {
    return """
    {"type":"https://losslessd.dev/problems/%s","title":"%s","status":0,"detail":"%s"%s}\
    """
        .formatted(slug, title, detail, more);
  }
}
