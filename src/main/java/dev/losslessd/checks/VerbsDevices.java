package dev.losslessd.checks;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What {@code ibv_devinfo -l} prints (rdma-core libibverbs/examples/devinfo.c): the devices for
 * which the library has a provider that knows the ABI of the kernel's driver. It opens none.
 *
 * @param names {@code mlx5_0}
 * @param warnings of the library, without its name
 */
public record VerbsDevices(Set<String> names, List<String> warnings) {
  private static final Pattern HEAD = Pattern.compile("\\d+ HCAs? found:");
  private static final Pattern NAME = Pattern.compile("\\t([\\w.-]{1,64})");
  private static final Pattern WARNING = Pattern.compile("libibverbs: (?:Warning: )?(\\S.{0,300})");

  public VerbsDevices {
    names = Set.copyOf(names);
    warnings = List.copyOf(warnings);
  }

  /** Returns what the program printed; without a list, its own words are the warning. */
  public static VerbsDevices parse(String text) {
    Set<String> names = new LinkedHashSet<>();
    Set<String> warnings = new LinkedHashSet<>();
    boolean head = false;
    for (String line : text.lines().filter(one -> !one.isBlank()).toList()) {
      Matcher name = NAME.matcher(line);
      Matcher warning = WARNING.matcher(line);
      if (warning.lookingAt()) {
        warnings.add(warning.group(1));
      } else if (HEAD.matcher(line).matches()) {
        head = true;
      } else if (head && name.matches()) {
        names.add(name.group(1));
      } else if (!head) {
        warnings.add(line.strip());
      }
    }
    return new VerbsDevices(names, List.copyOf(warnings));
  }

  /** Returns why a device is not among them: the warnings that name it, else all, in one line. */
  public String why(String hca) {
    List<String> own = warnings.stream().filter(one -> one.endsWith("/" + hca)).toList();
    List<String> told = own.isEmpty() ? warnings : own;
    return told.isEmpty() ? "it has no provider for it" : String.join("; ", told);
  }
}
