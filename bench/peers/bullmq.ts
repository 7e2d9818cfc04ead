import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../../tests/support/free-port.ts'
import { bareTarget } from '../support/start-pregonero.ts'
import { type Contender, startInFolder } from './contender.ts'
import { startPeerProcess } from './peer-process.ts'

/** Settings on top of Redis's own defaults, which Debian keeps. */
const REDIS = {
  synced: ['--appendonly', 'yes', '--appendfsync', 'always'],
  asInstalled: [],
}

export const isRedisInstalled = (): boolean => spawnSync('redis-server', ['--version']).status === 0

/** @param packages folder in which the peers are installed */
export const bullmq = (packages: string, redis: keyof typeof REDIS): Contender => ({
  name: redis === 'synced' ? 'BullMQ, Redis synced always' : 'BullMQ, Redis as installed',
  start: ({ apiRoot, routes }) =>
    startInFolder(
      async folder => {
        const redisPort = await freePort()
        const listening = ['--bind', '127.0.0.1', '--port', `${redisPort}`, '--dir', folder]
        const database = await startPeerProcess('redis-server', [...listening, ...REDIS[redis]], {
          cwd: folder,
          ready: 'Ready to accept connections',
        })
        const port = await freePort()
        const relay = await startPeerProcess(
          process.execPath,
          [join(packages, 'bullmq-relay.mjs')],
          {
            cwd: folder,
            env: { PORT: `${port}`, REDIS_PORT: `${redisPort}`, TELEGRAM_API_ROOT: apiRoot },
            ready: 'ready',
          },
        )
        return { processes: [relay, database], port }
      },
      port => bareTarget(port, routes),
    ),
})
