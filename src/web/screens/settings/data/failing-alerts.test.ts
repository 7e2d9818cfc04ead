import { expect, it } from 'vitest'
import { failingAlerts, failingWords } from './failing-alerts.ts'

it('counts what waits of connections that a file does not have', () => {
  const connections = [
    { id: 'a', pending: 3 },
    { id: 'b', pending: 1_200 },
    { id: 'c', pending: 4 },
  ]
  const count = failingAlerts(connections, { connections: [{ id: 'a' }] as never })
  expect(count).toBe(1_204)
  expect(failingWords(count)).toContain('1.204 alertas aún por enviar son de conexiones')
  expect(failingWords(1)).toContain('1 alerta aún por enviar es de una conexión')
})
