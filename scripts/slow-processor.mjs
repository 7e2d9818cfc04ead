import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'

const PERIOD_US = 100_000

/**
 * A share of one processor, as on a slow or crowded machine, for all processes that join it. Linux,
 * as root.
 * @param share hundredths of one core
 * @returns `command` makes a command join it, `end` removes it once empty; null without control
 * groups
 */
export function slowProcessor(share) {
  const quota = Math.round((PERIOD_US * share) / 100)
  const isOld = existsSync('/sys/fs/cgroup/cpu')
  const group = `/sys/fs/cgroup/${isOld ? 'cpu/' : ''}pregonero-${process.pid}`
  try {
    mkdirSync(group)
    if (isOld) {
      writeFileSync(`${group}/cpu.cfs_period_us`, String(PERIOD_US))
      writeFileSync(`${group}/cpu.cfs_quota_us`, String(quota))
    } else writeFileSync(`${group}/cpu.max`, `${quota} ${PERIOD_US}`)
  } catch {
    return null
  }
  const join = `echo $$ > ${group}/cgroup.procs && exec "$@"`
  return {
    command: (command, args) => ['sh', ['-c', join, 'sh', command, ...args]],
    end: () => rmdirSync(group),
  }
}
