import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { reportProcessorTime } from './tests/support/processor/vitest-reporter.ts'
import { noteRepeats } from './tests/support/repeated/vitest-reporter.ts'

const everywhere = ['tests/support/processor/measure.ts', 'tests/support/cheap-passwords.ts']

const onPostgres = {
  globalSetup: 'tests/support/postgres-setup.ts',
  setupFiles: [...everywhere, 'tests/support/on-postgres.ts'],
}

export default defineConfig({
  test: {
    // On two cores: each worker imports the product anew.
    maxWorkers: 3,
    // A test leaves nothing behind, so that the files of a project may share what they import.
    isolate: false,
    tags: [
      {
        name: 'server',
        description: 'Listens on a port, or starts a process: left out of `npm run check`.',
      },
      {
        name: 'process',
        description: 'Starts real processes. One repeat is its last net; each is printed by name.',
        retry: 1,
      },
      { name: 'extended', description: 'Left out of `npm test`; `npm run test:all` runs it.' },
    ],
    reporters: ['default', noteRepeats, reportProcessorTime()],
    // What Node made of the sources, for the processes that tests start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/compiled') },
    setupFiles: everywhere,
    // Ceilings that end a hang; no test depends on how fast the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      // Few projects, since their workers share nothing: each imports the product anew.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,scripts,tests/support}/**/*.test.ts', 'tests/*.test.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'flows', include: ['tests/{flows,line,faults,fuzz}/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...onPostgres,
          name: 'postgres',
          include: [
            'tests/postgres/**/*.test.ts',
            'tests/flows/plans.test.ts',
            'src/server/{accounts,store/!(move)}/*.test.ts',
          ],
          exclude: [
            'src/server/store/**/{sqlite,sqlite-thread,file-notices,begin-attempt,*-file}.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          ...onPostgres,
          name: 'flows-postgres',
          include: ['tests/flows/**/*.test.ts'],
          exclude: ['tests/flows/{plans,start}.test.ts'],
        },
      },
    ],
  },
})
