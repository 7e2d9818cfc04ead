import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'shared', include: ['src/shared/**/*.test.ts'] } },
      { test: { name: 'server', include: ['src/server/**/*.test.ts'] } },
      { test: { name: 'web', include: ['src/web/**/*.test.ts'] } },
      { test: { name: 'house', include: ['tests/*.test.ts', 'tests/support/**/*.test.ts'] } },
      { test: { name: 'flows', include: ['tests/flows/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'postgres',
          include: [
            'tests/postgres/**/*.test.ts',
            'tests/flows/**/*.test.ts',
            'src/server/{accounts,store}/*.test.ts',
          ],
          exclude: ['tests/flows/start.test.ts', 'src/server/store/{reader,file-notices}.test.ts'],
          globalSetup: 'tests/support/postgres-setup.ts',
          setupFiles: 'tests/support/on-postgres.ts',
          testTimeout: 30_000,
        },
      },
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], testTimeout: 180_000 } },
    ],
  },
})
