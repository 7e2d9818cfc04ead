import { processTree } from './process-usage.ts'
import type { Running } from './start-process.ts'

/** What a server is started with so that it can be asked. */
export const reportsStops = {
  NODE_OPTIONS: `--import=${new URL('./report-stops.ts', import.meta.url).href}`,
}

/** For how long its event loop stood still at most since it was asked last. Milliseconds. */
export async function longestStop({ pid, lines, says }: Running): Promise<number> {
  const asked = lines.filter(line => line.startsWith('longest stop')).length + 1
  const serving = processTree(pid).at(-1) ?? pid
  process.kill(serving, 'SIGUSR2')
  const report = `longest stop ${asked}: `
  await says(report)
  const line = lines.find(said => said.startsWith(report)) ?? ''
  return Number.parseFloat(line.slice(report.length))
}
