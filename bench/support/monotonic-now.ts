/** Milliseconds on the machine's monotonic clock, which is the same in every process. */
export const monotonicNow = (): number => Number(process.hrtime.bigint()) / 1e6
