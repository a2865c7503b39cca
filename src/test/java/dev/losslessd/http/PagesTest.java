package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Pfc;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Long lists come a page at a time, and without plans. */
class PagesTest extends OnRig {
  private static final String COMMITS = "/api/v1/commits";
  private static final String REVISIONS = "/api/v1/revisions";

  @Test
  void commitsComeAPageAtATimeNewestFirstAndWithoutPlans() {
    for (int i = 0; i < 5; i++) {
      confirmed(i % 2 == 0 ? 3 : 4);
    }

    JsonNode page = rig.get(COMMITS + "?limit=2").json();

    assertThat(page.path("items").size()).isEqualTo(2);
    assertThat(page.at("/items/0/id").asString()).isEqualTo("c-000005");
    assertThat(page.at("/items/0/changes").asInt()).isPositive();
    assertThat(page.at("/items/0/plan").isMissingNode()).isTrue();
    assertThat(page.path("next").asString()).isEqualTo("c-000004");
    assertThat(all(COMMITS, "id"))
        .containsExactly("c-000005", "c-000004", "c-000003", "c-000002", "c-000001");
    assertThat(rig.get(COMMITS).json().path("next").isMissingNode()).isTrue();
    assertThat(rig.get(COMMITS + "/c-000001").json().at("/plan/changes").size()).isPositive();
  }

  @Test
  void revisionsComeAPageAtATimeAndOneHasItsChanges() {
    for (int i = 0; i < 5; i++) {
      confirmed(i % 2 == 0 ? 3 : 4);
    }

    assertThat(all(REVISIONS, "number")).containsExactly("5", "4", "3", "2", "1");
    assertThat(rig.get(REVISIONS + "/2").json().at("/changes/0/value/lossless/0").asInt())
        .isEqualTo(4);
    assertThat(rig.get(REVISIONS + "/0").slug()).isEqualTo("not-found");
    assertThat(rig.get(REVISIONS + "/6").slug()).isEqualTo("not-found");
    assertThat(rig.get(REVISIONS + "/x").status()).isEqualTo(400);
  }

  @Test
  void whatIsOpenIsFoundHoweverMuchCameAfterIt() {
    String open = rig.post(COMMITS, body(3)).text("id");

    assertThat(rig.get(COMMITS + "?open=true").json().at("/items/0/id").asString()).isEqualTo(open);
    rig.post(COMMITS + "/" + open + ":confirm", "");
    assertThat(rig.get(COMMITS + "?open=true").json().path("items").isEmpty()).isTrue();
  }

  @Test
  void aPageThatCannotBeMeantIsRefused() {
    for (String query :
        List.of("limit=0", "limit=1001", "limit=x", "limit=-1", "before=7", "before=c-x")) {
      assertThat(rig.get(COMMITS + "?" + query).status()).as(query).isEqualTo(400);
    }
    for (String query : List.of("limit=0", "before=0", "before=c-000001", "open=true")) {
      assertThat(rig.get(REVISIONS + "?" + query).status()).as(query).isEqualTo(400);
    }
  }

  /** Reads all pages, with two items on each. */
  private List<String> all(String path, String field) {
    List<String> all = new ArrayList<>();
    String before = "";
    while (true) {
      JsonNode page = rig.get(path + "?limit=2" + before).json();
      page.path("items").forEach(item -> all.add(item.path(field).asString()));
      if (page.path("next").isMissingNode()) {
        return all;
      }
      before = "&before=" + page.path("next").asString();
    }
  }

  private void confirmed(int priority) {
    String commit = rig.post(COMMITS, body(priority)).header("Location");
    assertThat(rig.post(commit + ":confirm", "").text("state")).isEqualTo("confirmed");
    assertThat(rig.nic.read(Target.port(Rig.NIC)).inForce(SettingKind.PFC))
        .isPresent()
        .get()
        .isInstanceOf(Pfc.class);
  }

  private static String body(int priority) {
    return """
    {"changes":[{"port":"gpu01:ens1f0np0","setting":"pfc","value":{"lossless":[%d]}}]}
    """
        .formatted(priority);
  }
}
