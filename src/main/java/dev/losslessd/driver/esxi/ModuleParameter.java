package dev.losslessd.driver.esxi;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.RdmaDscp;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Trust;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A setting that is parameters of a kernel module, and so of every port of the host. */
@SuppressWarnings("ImmutableEnumChecker") // no list, setting or function of it is ever changed
enum ModuleParameter {
  /** Bit n of both masks is priority n. */
  PFC(
      SettingKind.PFC,
      Module.NMLX5_CORE,
      List.of("pfctx", "pfcrx"),
      Pfc.OFF,
      setting -> "0x%02x".formatted(((Pfc) setting).lossless().mask())) {
    @Override
    Setting parse(List<String> values) {
      if (values.size() == 1 || mask(values.getFirst()) != mask(values.getLast())) {
        throw wrong(values, "pfctx and pfcrx alike: PFC in one direction protects nobody");
      }
      return new Pfc(new PrioritySet(mask(values.getFirst())));
    }

    private int mask(String value) {
      return number(value, 0xff);
    }
  },

  /** 1 is PCP, 2 is DSCP. unverified: that the driver starts with PCP */
  TRUST(
      SettingKind.TRUST,
      Module.NMLX5_CORE,
      List.of("trust_state"),
      new Trust(Trust.Field.PCP),
      setting -> ((Trust) setting).field() == Trust.Field.PCP ? "1" : "2") {
    @Override
    Setting parse(List<String> values) {
      return switch (number(values.getFirst(), 2)) {
        case 1 -> new Trust(Trust.Field.PCP);
        case 2 -> new Trust(Trust.Field.DSCP);
        default -> throw wrong(values, "1 or 2");
      };
    }
  },

  /** The code point of all RDMA packets of the host. */
  RDMA_DSCP(
      SettingKind.RDMA_DSCP,
      Module.NMLX5_RDMA,
      List.of("dscp_force"),
      RdmaDscp.NONE,
      setting -> Objects.toString(((RdmaDscp) setting).forced(), "")) {
    @Override
    Setting parse(List<String> values) {
      return RdmaDscp.of(number(values.getFirst(), 63));
    }
  };

  private final SettingKind kind;
  private final Module module;
  private final List<String> names;
  private final Setting absent;
  private final Function<Setting, String> value;

  /**
   * @param names of the module's parameters that hold the setting
   * @param absent setting that the driver has while none of the parameters is set
   * @param value of each of its parameters; empty where there is none
   */
  ModuleParameter(
      SettingKind kind,
      Module module,
      List<String> names,
      Setting absent,
      Function<Setting, String> value) {
    this.kind = kind;
    this.module = module;
    this.names = names;
    this.absent = absent;
    this.value = value;
  }

  /**
   * @param values of the parameters that are there, in their order; at least one
   */
  abstract Setting parse(List<String> values);

  SettingKind kind() {
    return kind;
  }

  Module module() {
    return module;
  }

  static Optional<ModuleParameter> of(SettingKind kind) {
    return List.of(values()).stream().filter(one -> one.kind == kind).findFirst();
  }

  /** Whether the string says anything of it. */
  boolean isNamed(Options options) {
    return !present(options).isEmpty();
  }

  /**
   * @throws DeviceException GARBLED for a value that this setting does not have
   */
  Setting read(Options options) {
    List<String> present = present(options);
    return present.isEmpty() ? absent : parse(present);
  }

  private List<String> present(Options options) {
    return names.stream().flatMap(name -> options.value(name).stream()).toList();
  }

  /** Leaves every other parameter as it is; its own too, where they say so already. */
  Options write(Options options, Setting setting) {
    if (isNamed(options) && read(options).equals(setting)) {
      return options;
    }
    String text = value.apply(setting);
    Options next = options;
    for (String name : names) {
      next = text.isEmpty() ? next.without(name) : next.with(name, text);
    }
    return next;
  }

  /** {@code pfctx=0x08, no pfcrx}: what {@link #restore} needs. */
  String words(Options options) {
    return names.stream()
        .map(name -> options.value(name).map(is -> name + "=" + is).orElse("no " + name))
        .collect(Collectors.joining(", "));
  }

  /**
   * Gives its parameters the text that they had.
   *
   * @throws DeviceException UNSUPPORTED for words that are not of this setting
   */
  Options restore(Options options, String words) {
    List<String> parts = List.of(Pattern.of(", ").split(words, -1));
    if (parts.size() != names.size()) {
      throw notOurs(words);
    }
    Options next = options;
    for (int n = 0; n < parts.size(); n++) {
      String name = names.get(n);
      String part = parts.get(n);
      if (part.equals("no " + name)) {
        next = next.without(name);
      } else if (Pattern.matches(name + "=[A-Za-z0-9_.:/+%-]*", part)) {
        next = next.with(name, part.substring(name.length() + 1));
      } else {
        throw notOurs(words);
      }
    }
    return next;
  }

  private DeviceException notOurs(String words) {
    return DeviceException.unsupported(
        "the words '" + PrintableText.brief(words) + "' are no parameters of " + names);
  }

  /** Decimal, or hexadecimal after 0x, as the driver takes both. */
  final int number(String text, int most) {
    boolean hex = Pattern.matches("0[xX][0-9A-Fa-f]{1,8}", text);
    if (!hex && !Pattern.matches("\\d{1,9}", text)) {
      throw wrong(List.of(text), "a number like 0x08 or 8");
    }
    long number = hex ? Long.parseLong(text.substring(2), 16) : Long.parseLong(text);
    if (number > most) {
      throw wrong(List.of(text), "at most " + most);
    }
    return (int) number;
  }

  final DeviceException wrong(List<String> values, String expected) {
    return DeviceException.garbled(
        "%s %s: %s, expected %s"
            .formatted(
                module.word(),
                String.join(", ", names),
                PrintableText.brief(String.join(", ", values)),
                expected));
  }
}
