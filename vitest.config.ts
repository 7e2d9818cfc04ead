import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'shared', include: ['src/shared/**/*.test.ts'] } },
      { test: { name: 'server', include: ['src/server/**/*.test.ts'] } },
      { test: { name: 'web', include: ['src/web/**/*.test.ts'] } },
      { test: { name: 'house', include: ['tests/*.test.ts', 'tests/support/**/*.test.ts'] } },
      { test: { name: 'flows', include: ['tests/flows/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], testTimeout: 180_000 } },
    ],
  },
})
