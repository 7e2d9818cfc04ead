import { describe, expect, it } from 'vitest'
import { type LiveToast, oneOfBurst } from './one-of-burst.ts'

const received = (name: string): LiveToast => ({
  type: 'info',
  message: `Alerta «${name}» recibida, procesando...`,
})
const failed: LiveToast = { type: 'error', message: 'Envío para «B»: Fallo definitivo' }

describe('one toast of a burst', () => {
  it('is the only toast as it came', () => {
    expect(oneOfBurst([received('A')])).toEqual(received('A'))
  })

  it('is the newest, with a count of the others', () => {
    expect(oneOfBurst([received('A'), received('B'), received('C')])).toEqual({
      type: 'info',
      message: 'Alerta «C» recibida, procesando... (y 2 avisos más)',
    })
  })

  it('is the gravest, though a lighter one came later', () => {
    expect(oneOfBurst([failed, received('C')])).toEqual({
      type: 'error',
      message: 'Envío para «B»: Fallo definitivo (y 1 aviso más)',
    })
  })
})
