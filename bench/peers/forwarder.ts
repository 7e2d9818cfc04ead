import { bareTarget } from '../support/start-pregonero.ts'
import { startProcess } from '../support/start-process.ts'
import { type Contender, startInFolder } from './contender.ts'

/** The control, without storage. */
export const forwarder: Contender = {
  name: 'bare forwarder',
  start: ({ apiRoot, routes }) =>
    startInFolder(
      async () => {
        const server = await startProcess('bare-server', { FORWARD_TO: apiRoot })
        return { processes: [server], port: server.port }
      },
      port => bareTarget(port, routes),
    ),
}
