import { loadavg } from 'node:os'
import type { Figure } from './support/figure.ts'
import { installPackages } from './support/install-packages.ts'
import { startRecorder } from './support/start-recorder.ts'
import { firstSight } from './web/first-sight.ts'
import { longTasks } from './web/long-tasks.ts'

/** Cost of the screens for a browser: on opening, and while alerts come. Installs Lighthouse first. */
export async function web(): Promise<Figure> {
  const packages = await installPackages('web')
  await using recorder = await startRecorder()
  const busyBefore = loadavg()[0] ?? 0
  const rows = [...(await firstSight(packages, recorder.root)), ...(await longTasks(recorder.root))]
  const busyAfter = loadavg()[0] ?? 0
  return {
    name: 'web',
    control: 'plain HTML of as many bytes; a page that only hears the same events',
    rows,
    notes: [
      'Medians of five visits by Lighthouse, its phone and network simulated, screen and control in turn.',
      'Tasks of one minute with 1,000 connections and 20 alerts a second, screen and control at once.',
      `Load of the machine: ${busyBefore.toFixed(1)} before, ${busyAfter.toFixed(1)} after.`,
    ],
  }
}
