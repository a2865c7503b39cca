package dev.losslessd.model;

/** A setting that switches or their ports have. */
public sealed interface SwitchSetting extends Setting
    permits Pfc, Ets, Trust, DscpMap, GlobalPause, Lossless, Ecn, EcnCount, Mtu, PfcWatchdog {}
