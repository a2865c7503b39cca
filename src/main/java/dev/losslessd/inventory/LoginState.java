package dev.losslessd.inventory;

import java.util.Optional;

/**
 * What became of the logins to a switch by SSH so far.
 *
 * @param attempts grows whenever the next read may bring more than the last one: a login that is
 *     let in after one that was not, and a host key that was trusted
 * @param failure why the last login failed; empty where it did not, and before the first
 * @param refused whether a finding of its own says so: the host key, or the account
 */
public record LoginState(long attempts, Optional<String> failure, boolean refused) {}
