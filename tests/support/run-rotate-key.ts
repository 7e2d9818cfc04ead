import type { Config } from '#server/base/config.ts'
import { createLog } from '#server/base/log.ts'
import { inStore } from '#server/commands/in-store.ts'
import { rotateKey } from '#server/commands/rotate-key.ts'

/** `pregonero rotate-key` in this process, while others may run. */
export const runRotateKey = (config: Config, options: { retire?: true } = {}): Promise<string> =>
  inStore(rotateKey)({
    operand: '',
    options,
    config,
    terminal: {
      input: process.stdin,
      errors: process.stderr,
      log: createLog({ level: 'silent' }),
      say() {},
      progress() {},
    },
  })
