package dev.losslessd.jobs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Values of NCCL_PROTO and NCCL_ALGO: {@code LL,Simple;allreduce:^LL}. Each list but the first has
 * a function before it; a caret takes all but those (src/graph/tuning.cc, parseList).
 *
 * @param words all that are named, in lower case
 * @param forced those that others are left out for
 */
record ChoiceList(List<String> words, List<String> forced) {
  ChoiceList {
    words = List.copyOf(words);
    forced = List.copyOf(forced);
  }

  static ChoiceList of(String value) {
    List<String> words = new ArrayList<>();
    List<String> forced = new ArrayList<>();
    for (String part : value.toLowerCase(Locale.ROOT).split(";")) {
      String list = part.substring(part.indexOf(':') + 1);
      boolean not = list.startsWith("^");
      List<String> named = Arrays.asList((not ? list.substring(1) : list).split(","));
      words.addAll(named);
      if (!not) {
        forced.addAll(named);
      }
    }
    return new ChoiceList(words, forced);
  }
}
