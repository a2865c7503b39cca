package dev.losslessd.commit;

import dev.losslessd.model.Due;

/**
 * The soak of a wave that is written and read back.
 *
 * @param wave its number, from 0
 * @param begun changes from the start of the plan up to the end of this wave
 * @param until when it is judged next
 * @param patience when it has been held for too long
 * @param held why it waits beyond its soak; empty where it does not
 */
record Soak(int wave, int begun, Due until, Due patience, String held) {}
