package dev.losslessd.cli;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Chooses the commit of a verb: the named one, else the only open one. */
final class OpenCommit {
  private OpenCommit() {}

  static String id(Session session, String named, String verb) {
    if (!named.isEmpty()) {
      return Paths.commit(named);
    }
    List<JsonValue> all = session.daemon().get("commits?open=true").at("items").items();
    List<String> open = ids(all, verb.equals("retry") ? CommitView::outstanding : CommitView::open);
    if (open.isEmpty() && verb.equals("cancel")) {
      open = ids(all, CommitView::staged);
    }
    return switch (open.size()) {
      case 0 -> throw CliException.usage(none(ids(all, CommitView::staged)) + verb);
      case 1 -> Paths.commit(open.getFirst());
      default ->
          throw CliException.usage(
              "%s commits are open: name one of %s"
                  .formatted(open.size(), open.stream().collect(Collectors.joining(", "))));
    };
  }

  private static String none(List<String> staged) {
    return staged.isEmpty()
        ? "no commit is open: there is nothing to "
        : String.join(", ", staged)
            + (staged.size() == 1 ? " waits" : " wait")
            + " for idle ports and no other commit is open: there is nothing to ";
  }

  private static List<String> ids(List<JsonValue> commits, Predicate<JsonValue> which) {
    return commits.stream().filter(which).map(commit -> commit.at("id").text()).toList();
  }
}
