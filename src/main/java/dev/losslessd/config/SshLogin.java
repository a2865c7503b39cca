package dev.losslessd.config;

import dev.losslessd.config.Row.In;
import dev.losslessd.config.Row.Is;
import dev.losslessd.config.Row.Reload;
import dev.losslessd.config.Row.Usual;
import java.nio.file.Path;
import java.util.Optional;

/** A login by SSH. */
public record SshLogin(
    @Reload("account to log in as") @Is(TextForm.NAME) String user,
    @Reload("private key, as OpenSSH writes it") Optional<SecretRef> key,
    @Reload("password, where there is no key") Optional<SecretRef> password,
    @Reload("passphrase of the key") Optional<SecretRef> passphrase,
    @Reload("the host key that is taken; else those of knownHosts") @Is(TextForm.HOST_KEY)
        Optional<String> hostKey,
    @Reload("file of known host keys, as OpenSSH's") @Usual("/etc/ssh/ssh_known_hosts")
        Path knownHosts,
    @Reload("TCP port") @In("1..65535") @Usual("22") int port,
    @Reload("allow algorithms that are out of date") @Usual("off") boolean legacy,
    // to read a switch again takes up to 20 lines: below, a change would not end in time
    @Reload("cap on command lines: switch CPUs are small and shared")
        @In("120..100000")
        @Usual("600")
        int commandsPerMinute) {}
