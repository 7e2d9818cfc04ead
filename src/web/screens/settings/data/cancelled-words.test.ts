import { expect, it } from 'vitest'
import { cancelledWords } from './cancelled-words.ts'

it('says how many alerts will not be sent', () => {
  expect(cancelledWords(1)).toBe('Hay 1 alerta aún por enviar: ya no se enviará.')
  expect(cancelledWords(1204)).toBe('Hay 1.204 alertas aún por enviar: ya no se enviarán.')
})
