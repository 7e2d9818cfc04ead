import type { Reporter } from '@playwright/test/reporter'
import { processorTimeByChild } from '../../../scripts/processor-time.mjs'

/** Prints the processor time of the browser tests, Chromium's processes included. */
export default class ReportProcessorTime implements Reporter {
  private readonly ofWorkers = new Map<number, number>()

  // A worker takes its browser along when it ends.
  onTestEnd(): void {
    for (const [id, seconds] of processorTimeByChild()) this.ofWorkers.set(id, seconds)
  }

  onEnd(): void {
    const { user, system } = process.cpuUsage()
    const all = [...this.ofWorkers.values()].reduce((sum, one) => sum + one, (user + system) / 1e6)
    process.stdout.write(
      `\nprocessor\n${all.toFixed(1).padStart(9)} s  browser, with Chromium's processes\n`,
    )
  }

  printsToStdio(): boolean {
    return false
  }
}
