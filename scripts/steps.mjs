import { processorTimeOfChildren } from './processor-time.mjs'
import { start } from './run.mjs'

const isColoured = process.stdout.isTTY || process.env.FORCE_COLOR !== undefined
const variables = isColoured ? { FORCE_COLOR: process.env.FORCE_COLOR ?? '1' } : {}

// Several checkers would each resolve the contract's types again, which takes most of the time.
export const types = runIt => runIt('tsc', ['-b', '--checkers', '1'])

export const lint = runIt => runIt('biome', ['check', '--error-on-warnings'])

/** Vitest's arguments for the gate: everything but the extended tier. */
export const gateTests = ['--project', '!flows-postgres', '--tags-filter', '!extended']

/** Playwright's arguments for the gate. */
export const gateBrowserTests = ['--grep-invert', '@extended']

/** Vitest's arguments for the gate's tests that start no server and no process. */
export const quickTests = ['--project', 'unit', '--tags-filter', '!extended && !server']

/**
 * Runs every step, whether others fail or not, and prints a summary. The output of a step is
 * printed in one piece, in the order of declaration: live for the first unfinished step, afterwards
 * for steps that run in parallel with it.
 * @param tracks run in parallel; the steps of a track run in sequence. A step gets a function that
 * runs a command, and resolves to an exit status.
 * @returns the exit status of all: 0 if every step passed
 */
export async function runSteps(tracks) {
  const transcripts = inOrder(tracks.flatMap(track => Object.keys(track)))
  let isStopped = false
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isStopped = true))

  let processorBefore = processorTimeOfChildren()
  /** @returns processor time of the command that has just ended, in seconds */
  function processorSince() {
    const before = processorBefore
    processorBefore = processorTimeOfChildren()
    return processorBefore - before
  }

  async function follow(track) {
    const results = []
    for (const [name, step] of Object.entries(track)) {
      const transcript = transcripts.get(name)
      const began = performance.now()
      let processor = 0
      const runIt = async (command, args) => {
        const status = await start(command, args, { variables, write: transcript.write }).ended
        processor += processorSince()
        return status
      }
      const isPassed = !isStopped && (await step(runIt)) === 0
      results.push({ name, isPassed, seconds: (performance.now() - began) / 1000, processor })
      transcript.end()
    }
    return results
  }

  const results = (await Promise.all(tracks.map(follow))).flat()
  console.log(`\n${results.map(lineOf).join('\n')}`)
  const failed = results.filter(({ isPassed }) => !isPassed).length
  console.log(`\n${results.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

const lineOf = ({ name, isPassed, seconds, processor }) =>
  `${name.padEnd(14)}${inSeconds(seconds)}  ${isPassed ? 'passed' : 'FAILED'}, processor${inSeconds(processor)}`

const inSeconds = seconds => `${seconds.toFixed(1).padStart(7)} s`

/** Prints the output of the first unfinished step live, and buffers the others' output. */
function inOrder(names) {
  const waiting = names.map(name => ({ name, chunks: [], isEnded: false }))
  const print = chunk => process.stdout.write(chunk)
  const printFirst = () => {
    const first = waiting[0]
    if (!first) return
    print(`\n── ${first.name}\n`)
    first.chunks.splice(0).forEach(print)
    if (first.isEnded) printNext()
  }
  const printNext = () => {
    waiting.shift()
    printFirst()
  }
  printFirst()
  return new Map(
    waiting.map(entry => [
      entry.name,
      {
        write: chunk => (waiting[0] === entry ? print(chunk) : entry.chunks.push(chunk)),
        end() {
          entry.isEnded = true
          if (waiting[0] === entry) printNext()
        },
      },
    ]),
  )
}
