package dev.losslessd.config;

import dev.losslessd.config.Row.In;
import dev.losslessd.config.Row.Reload;
import dev.losslessd.config.Row.Restart;
import dev.losslessd.config.Row.Usual;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Limits of the history that is kept. */
public record History(
    @Reload(
            "commits that are kept, the newest; what is open, and what the intent stands on, always"
                + " is")
        @In("10..1000000")
        @Usual("10000")
        int commits,
    @Reload(
            "commits that are older are not listed, and nothing rolls back over them; the audit"
                + " keeps them")
        @In("1h..3650d")
        @Usual("90d")
        Duration age,
    @Restart(
            "a file of the journal that is larger is closed and compressed; none is removed, as the"
                + " audit is read from all")
        @In("64KiB..1024MiB")
        @Usual("8MiB")
        long auditFile,
    @Restart("folder of the journal's head, which shows what was cut off; default the state folder")
        Optional<Path> head,
    @Reload("keys that are kept, the newest; a request that comes again with one begins nothing")
        @In("100..100000")
        @Usual("10000")
        int idempotencyKeys,
    @Reload("keys that are older are forgotten") @In("1h..30d") @Usual("24h")
        Duration idempotencyAge) {}
