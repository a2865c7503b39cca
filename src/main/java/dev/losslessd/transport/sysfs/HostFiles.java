package dev.losslessd.transport.sysfs;

/** To come. */
public final class HostFiles {}
