package dev.losslessd.formulas;

import dev.losslessd.formulas.HeadroomRule.SpectrumDynamic;
import dev.losslessd.formulas.HeadroomRule.SpectrumStatic;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A switch ASIC whose headroom is known. Generations differ up to six times for the same link, so
 * each has its own rule and none stands in for another: what is not in the table has no number.
 *
 * @param name as the config's {@code asic} has it
 * @param verified whether the rule was compared with a table that the vendor published
 * @param source of rule and numbers
 */
public record Asic(String name, HeadroomRule rule, boolean verified, String source) {
  private static final String LUA = "sonic-swss cfgmgr/buffer_headroom_mellanox.lua";
  private static final String TABLES = "sonic-buildimage pg_profile_lookup.ini of ";
  private static final Map<String, Asic> TABLE = new TreeMap<>();

  static {
    put("spectrum1", new SpectrumStatic(2 * 96 / 97.0), true, TABLES + "ACS-MSN2700");
    put("spectrum2", new SpectrumStatic(2.25), true, TABLES + "ACS-MSN3700");
    put("spectrum3", new SpectrumStatic(2.25), true, TABLES + "ACS-MSN4700");
    put("spectrum4", new SpectrumDynamic(192, true, 0), true, LUA + "; ACS-SN5600");
    put("spectrum5", new SpectrumDynamic(192, true, 0), false, LUA);
    put("spectrum6", new SpectrumDynamic(256, false, 18 * 1024), false, LUA);
    put("tomahawk", PublishedTables.TOMAHAWK, true, TABLES + "Arista-7060CX-32S-C32");
    put("tomahawk4", PublishedTables.TOMAHAWK4, true, TABLES + "Dell Z9664f");
    put("tomahawk5", PublishedTables.TOMAHAWK5, true, TABLES + "Arista 7060X6-64PE-B");
    put("teralynx10", PublishedTables.TERALYNX10, true, TABLES + "Marvell TX9180");
  }

  /**
   * @param name in any case; {@code spectrum-4} and {@code Spectrum4} are the same
   * @return empty for an ASIC that is not known
   */
  public static Optional<Asic> named(String name) {
    return Optional.ofNullable(
        TABLE.get(Pattern.of("[-_ ]").matcher(name.toLowerCase(Locale.ROOT)).replaceAll("")));
  }

  /** For messages and completion. */
  public static List<String> names() {
    return List.copyOf(TABLE.keySet());
  }

  private static void put(String name, HeadroomRule rule, boolean verified, String source) {
    TABLE.put(name, new Asic(name, rule, verified, source));
  }
}
