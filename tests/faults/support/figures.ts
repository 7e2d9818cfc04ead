import type { ChildServer } from '../../support/child-server.ts'

/** Peak figures of a server process over its lifetime. */
export type Figures = { longestStillMs: number; mostMemoryMb: number }

/** Stops the server and reads its figures. */
export async function finalFigures(server: ChildServer): Promise<Figures> {
  await server.stop()
  return JSON.parse(server.lines.at(-1) ?? '{}')
}
