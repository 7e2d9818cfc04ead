import { processTree } from './process-usage.ts'
import type { Running } from './start-process.ts'

/** Environment of a server that reports its stops on request. */
export const reportsStops = {
  NODE_OPTIONS: `--import=${new URL('./report-stops.ts', import.meta.url).href}`,
}

/** Longest stop of its event loop since the last call. Milliseconds. */
export async function longestStop({ pid, lines, says }: Running): Promise<number> {
  const asked = lines.filter(line => line.startsWith('longest stop')).length + 1
  const serving = processTree(pid).at(-1) ?? pid
  process.kill(serving, 'SIGUSR2')
  const report = `longest stop ${asked}: `
  await says(report)
  const line = lines.find(said => said.startsWith(report)) ?? ''
  return Number.parseFloat(line.slice(report.length))
}
