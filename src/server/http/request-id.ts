import type { ServerResponse } from 'node:http'
import { newRequestId } from '#server/base/ids.ts'

const HEADER = 'X-Request-Id'

/** Every answer bears the id by which the log knows its request. */
export const giveRequestId = (outgoing: ServerResponse): void =>
  void outgoing.setHeader(HEADER, newRequestId())

export const requestIdOf = (outgoing: ServerResponse): string =>
  outgoing.getHeader(HEADER)?.toString() ?? ''
