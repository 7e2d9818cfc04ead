import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../tests/support/free-port.ts'
import { bareTarget } from '../support/start-pregonero.ts'
import { type Contender, startInFolder } from './contender.ts'
import { startPeerProcess } from './peer-process.ts'

const TELEGRAM = 'https://api.telegram.org'

/** @param packages folder in which the peers are installed */
export const nodeRed = (packages: string): Contender => ({
  name: 'Node-RED',
  start: ({ apiRoot, routes }) =>
    startInFolder(
      async folder => {
        const flow = await readFile(join(packages, 'node-red-flow.json'), 'utf8')
        await writeFile(join(folder, 'flows.json'), flow.replaceAll(TELEGRAM, apiRoot))
        const port = await freePort()
        const server = await startPeerProcess(
          process.execPath,
          [
            join(packages, 'node_modules/node-red/red.js'),
            ...['--userDir', folder, '--port', `${port}`, '-D', 'uiHost=127.0.0.1'],
          ],
          { cwd: folder, env: { HOME: folder }, ready: 'Started flows' },
        )
        return { processes: [server], port }
      },
      port => bareTarget(port, routes),
    ),
})
