/** Runs the simulation for the seeds in the arguments, and prints each failing seed. */
import { randomInt } from 'node:crypto'
import { inspect, parseArgs } from 'node:util'
import { migratedPlace } from '../support/test-place.ts'
import { simulate } from './simulation/simulate.ts'

const help = `Usage: npm run simulate [-- --seed N] [--runs N]

Delivery in virtual time, with a Telegram that fails and a process that dies as the seed draws it.

  --seed N    the first seed; without it a new one is drawn, and printed
  --runs N    how many, each with a seed that is larger by one (10000)
`
const RUNS = '10000'

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    seed: { type: 'string' },
    runs: { type: 'string', default: RUNS },
  },
})
if (values.help) process.stdout.write(help)
else {
  const first = Number(values.seed ?? randomInt(2 ** 31))
  const total = { runs: 0, alerts: 0, deaths: 0, failed: 0, mostCopies: 0, hours: 0 }
  process.stdout.write(`seed ${first}\n`)
  for (let seed = first; seed < first + Number(values.runs); seed += 1) {
    await using folder = await migratedPlace()
    try {
      const { alerts, deaths, failed, copies, took } = await simulate(seed, folder.place)
      total.runs += 1
      total.alerts += alerts
      total.deaths += deaths
      total.failed += failed
      total.mostCopies = Math.max(total.mostCopies, copies)
      total.hours += took / 3_600_000
    } catch (error) {
      process.stdout.write(
        `FAILED: npm run simulate -- --seed ${seed} --runs 1\n${inspect(error)}\n`,
      )
      process.exitCode = 1
    }
  }
  process.stdout.write(`${inspect({ ...total, hours: Math.round(total.hours) })}\n`)
}
