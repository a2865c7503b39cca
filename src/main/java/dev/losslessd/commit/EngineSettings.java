package dev.losslessd.commit;

import dev.losslessd.model.Key;
import dev.losslessd.model.Limits;
import dev.losslessd.model.Setting;
import java.time.Duration;
import java.util.SortedMap;

/**
 * Values of the config, and of this boot, that the engine works by.
 *
 * @param fileLayer the policy of the config file, compiled for the ports that may be set
 * @param confirmWithin default length of the confirm window
 * @param deviceDeadline longest time that one read or write of a device may take
 * @param repairWithin how long the guard looks after a repair, which nobody confirms
 * @param limits how much may change at once, and when
 * @param boot the host's boot id
 */
public record EngineSettings(
    SortedMap<Key, Setting> fileLayer,
    Duration confirmWithin,
    Duration deviceDeadline,
    Duration repairWithin,
    Limits limits,
    String boot) {}
