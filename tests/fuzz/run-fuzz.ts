/** Runs the fuzzers named in the arguments, or all of them, and prints their findings. */
import { randomInt } from 'node:crypto'
import { inspect, parseArgs } from 'node:util'
import { startPostgres } from '../support/postgres.ts'
import { type Figures, fuzz, fuzzers } from './fuzzers.ts'

const help = `Usage: npm run fuzz [-- FUZZER…] [--seed N] [--runs N] [--postgres]

Tries what is named, or everything, on a real server:

${fuzzers.map(({ name, what, runs }) => `  ${name.padEnd(10)}${what} (${runs})\n`).join('')}
  --seed N    repeats a run; without it a new one is drawn, and printed
  --runs N    how many of each
  --postgres  on a PostgreSQL instead of a SQLite file
`
const SLOWEST_MS = 1_000

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    seed: { type: 'string' },
    runs: { type: 'string' },
    postgres: { type: 'boolean' },
  },
})
const unknown = words.filter(word => !fuzzers.some(({ name }) => name === word))
if (values.help) process.stdout.write(help)
else if (unknown.length > 0) {
  process.stderr.write(`No fuzzer is called ${unknown.join(', ')}.\n\n${help}`)
  process.exitCode = 1
} else {
  const seed = Number(values.seed ?? randomInt(2 ** 31))
  process.stdout.write(`seed ${seed}\n`)
  await using postgres = values.postgres ? await startPostgres() : null
  for (const fuzzer of fuzzers) {
    if (words.length > 0 && !words.includes(fuzzer.name)) continue
    process.stderr.write(`${fuzzer.name} …\n`)
    try {
      const place = postgres && { databaseUrl: await postgres.createDatabase() }
      const options = {
        seed,
        runs: Number(values.runs ?? fuzzer.runs),
        slowestMs: SLOWEST_MS,
        onRound,
      }
      const figures = await fuzz(fuzzer, {
        ...options,
        ...(place && { place: { place, async [Symbol.asyncDispose]() {} } }),
      })
      process.stdout.write(line(fuzzer.name, figures))
    } catch (error) {
      process.stdout.write(`${fuzzer.name}: FAILED ${inspect(error)}\n`)
      process.exitCode = 1
    }
  }
}

function onRound(made: number, slowestMs: number, memory: number): void {
  process.stderr.write(`${made}, ${Math.round(slowestMs)} ms, ${Math.round(memory)} MB\n`)
}

function line(name: string, { runs, slowestMs, memory }: Figures): string {
  const [most, last] = [Math.max(...memory), memory.at(-1) ?? 0].map(Math.round)
  return `${name}: ${runs} runs, slowest answer ${Math.round(slowestMs)} ms, memory ${most} MB at most, ${last} MB at the end\n`
}
