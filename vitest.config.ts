import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // On two cores: tests wait, for delays and for the disk, more than they compute.
    maxWorkers: 4,
    // A test leaves nothing behind, so that the files of a project may share what they import.
    isolate: false,
    tags: [{ name: 'server', description: 'Listens on a port, or starts a process.' }],
    // What Node made of the sources, for the processes that tests start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/compiled') },
    setupFiles: 'tests/support/cheap-passwords.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'shared', include: ['src/shared/**/*.test.ts'] } },
      { extends: true, test: { name: 'server', include: ['src/server/**/*.test.ts'] } },
      { extends: true, test: { name: 'web', include: ['src/web/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['tests/*.test.ts', '{tests/support,scripts}/**/*.test.ts'],
        },
      },
      { extends: true, test: { name: 'flows', include: ['tests/flows/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [
            'tests/postgres/**/*.test.ts',
            'tests/flows/**/*.test.ts',
            'src/server/{accounts,store/!(move)}/*.test.ts',
          ],
          exclude: [
            'tests/flows/start.test.ts',
            'src/server/store/**/{sqlite,sqlite-thread,file-notices,begin-attempt,*-file}.test.ts',
          ],
          globalSetup: 'tests/support/postgres-setup.ts',
          setupFiles: ['tests/support/cheap-passwords.ts', 'tests/support/on-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/{faults,fuzz}/**/*.test.ts'],
          testTimeout: 400_000,
        },
      },
    ],
  },
})
