package dev.losslessd.cli;

import java.util.List;
import java.util.stream.Collectors;

/** Which commit is meant: the named one, else the only open one. */
final class OpenCommit {
  private OpenCommit() {}

  static String id(Session session, String named, String verb) {
    if (!named.isEmpty()) {
      return Paths.commit(named);
    }
    List<String> open =
        session.daemon().get("commits").at("items").items().stream()
            .filter(CommitView::open)
            .map(commit -> commit.at("id").text())
            .toList();
    return switch (open.size()) {
      case 0 -> throw CliException.usage("no commit is open: there is nothing to " + verb);
      case 1 -> Paths.commit(open.getFirst());
      default ->
          throw CliException.usage(
              open.size()
                  + " commits are open: name one of "
                  + open.stream().collect(Collectors.joining(", ")));
    };
  }
}
