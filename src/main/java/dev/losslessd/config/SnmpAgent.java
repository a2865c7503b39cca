package dev.losslessd.config;

import dev.losslessd.config.Row.In;
import dev.losslessd.config.Row.Is;
import dev.losslessd.config.Row.OneOf;
import dev.losslessd.config.Row.Reload;
import dev.losslessd.config.Row.Usual;
import java.util.Optional;

/** The SNMP agent of a switch. */
public record SnmpAgent(
    @Reload("1 has no 64-bit counters and is not taken") @OneOf({"2c", "3"}) @Usual("3")
        String version,
    @Reload("community of version 2c, for reads") Optional<SecretRef> community,
    @Reload("of version 2c, with os onyx: may set PFC of the whole switch; version 3 needs none")
        Optional<SecretRef> writeCommunity,
    @Reload("user of version 3") @Is(TextForm.NAME) Optional<String> user,
    @Reload("hash of version 3")
        @OneOf({"sha1", "sha224", "sha256", "sha384", "sha512"})
        @Usual("sha256")
        String auth,
    @Reload("passphrase of the hash") Optional<SecretRef> authKey,
    @Reload("cipher of 3") @OneOf({"aes128", "aes192", "aes256"}) @Usual("aes128") String priv,
    @Reload("passphrase of the cipher") Optional<SecretRef> privKey,
    @Reload("UDP port") @In("1..65535") @Usual("161") int port,
    @Reload("cap: switch CPUs are small and shared") @In("1..10000") @Usual("50")
        int pdusPerSecond) {}
