package dev.losslessd.model;

/** A setting that ports of NICs have. */
public sealed interface NicSetting extends Setting
    permits Pfc,
        Ets,
        Trust,
        DscpMap,
        Headroom,
        Dcqcn,
        GlobalPause,
        Mtu,
        MaxRate,
        DcbxMode,
        RoceTos,
        TrafficClass,
        OptionalCounters,
        FirmwareConfig,
        RdmaDscp {}
