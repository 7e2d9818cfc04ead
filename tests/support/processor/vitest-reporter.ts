import type { Reporter, TestModule } from 'vitest/node'

/** Seconds of processor time that a test of the gate may take. */
const BUDGET = 2

/** Prints the processor time of each project, and names the tests over their budget. */
export function reportProcessorTime(): Reporter {
  const ofProjects = new Map<string, number>()
  const dear: { name: string; seconds: number }[] = []

  function add(module: TestModule): void {
    const { name } = module.project
    ofProjects.set(name, (ofProjects.get(name) ?? 0) + (module.meta().processor ?? 0))
    for (const test of module.children.allTests()) {
      const seconds = test.meta().processor ?? 0
      if (seconds > BUDGET && !test.tags.includes('extended'))
        dear.push({ name: `${module.relativeModuleId} > ${test.fullName}`, seconds })
    }
  }

  return {
    onTestModuleEnd: add,
    onTestRunEnd() {
      const projects = [...ofProjects].map(([name, seconds]) => line(seconds, name))
      const named = dear
        .toSorted((one, other) => other.seconds - one.seconds)
        .map(({ name, seconds }) => line(seconds, name))
      const title = `more than ${BUDGET} s of processor: ${dear.length}`
      process.stdout.write(['\nprocessor', ...projects, title, ...named, ''].join('\n'))
    },
  }
}

const line = (seconds: number, name: string) => `${seconds.toFixed(1).padStart(9)} s  ${name}`
