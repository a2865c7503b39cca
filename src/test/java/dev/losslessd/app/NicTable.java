package dev.losslessd.app;

import dev.losslessd.model.Risk;
import dev.losslessd.model.SettingKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The table of {@code src/docs/reference/nics.md}: what plans have to show. */
final class NicTable {
  private static final Path PAGE = Path.of("src/docs/reference/nics.md");
  private static final int COLUMNS = 8;

  private NicTable() {}

  /** Risks of each setting that a driver writes. */
  static Map<SettingKind, Set<Risk>> of(String driver) throws IOException {
    Map<SettingKind, Set<Risk>> risks = new EnumMap<>(SettingKind.class);
    for (String line : Files.readAllLines(PAGE)) {
      List<String> cells = List.of(line.split("\\|", -1)).stream().map(String::strip).toList();
      if (cells.size() == COLUMNS + 2 && cells.get(1).equals(driver)) {
        SettingKind kind = SettingKind.ofWord(cells.get(2)).orElseThrow();
        if (risks.put(kind, risks(cells.get(COLUMNS))) != null) {
          throw new IOException(PAGE + ": two rows of " + driver + " " + kind.word());
        }
      }
    }
    return risks;
  }

  private static Set<Risk> risks(String cell) {
    Set<Risk> risks = EnumSet.noneOf(Risk.class);
    if (!cell.equals("-")) {
      for (String word : cell.split(", ", -1)) {
        risks.add(Risk.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_')));
      }
    }
    return risks;
  }
}
