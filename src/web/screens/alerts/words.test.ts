import { describe, expect, it } from 'vitest'
import type { DeliveryStatus } from '#shared/delivery-status.ts'
import {
  deliveryFigure,
  deliveryHint,
  deliverySentence,
  doubtWords,
  everythingWords,
  foundText,
  messageWords,
  moreWords,
  partlyDeleted,
  partlyResent,
  pendingText,
  pickedText,
  purgeText,
  resendAllLabel,
  resendAllText,
  resentToast,
  selectedWords,
  selectionWords,
  sentTogetherWords,
  whereTimeWent,
} from './words.ts'

const delivered = {
  telegramDeliveryStatus: 'success',
  retryAttempts: 1,
  reason: null,
  fits: true,
  deliveredInMs: 612,
} as const
const failed = {
  telegramDeliveryStatus: 'failed',
  retryAttempts: 1,
  reason: 'El bot no está en el chat. Añádelo como administrador y pulsa Probar.',
  fits: true,
  deliveredInMs: null,
} as const
const retrying = {
  telegramDeliveryStatus: 'pending',
  retryAttempts: 1,
  reason: 'Telegram no respondió a tiempo. Vuelve a intentarlo en unos minutos.',
  fits: true,
  deliveredInMs: null,
} as const

describe('deliveryFigure', () => {
  it('is the time that the delivery took', () => {
    expect(deliveryFigure(delivered)).toBe('612\u00a0ms')
  })

  it('is the attempt that comes next while the alert is tried again', () => {
    expect(deliveryFigure(retrying)).toBe('2 de 3')
  })

  it('is nothing for a failed alert or one that was not tried yet', () => {
    expect(deliveryFigure(failed)).toBeNull()
    expect(deliveryFigure({ ...retrying, retryAttempts: 0 })).toBeNull()
  })
})

describe('deliverySentence', () => {
  it('goes on after the word with what happened, but not with the remedy', () => {
    expect(deliverySentence(failed)).toBe('Fallo: el bot no está en el chat')
    expect(deliverySentence({ ...failed, reason: 'Conexión inactiva' })).toBe(
      'Fallo: conexión inactiva',
    )
  })

  it('keeps the capital of a name', () => {
    expect(deliverySentence({ ...retrying, retryAttempts: 0 })).toBe(
      'Pendiente: Telegram no respondió a tiempo',
    )
  })

  it('names the coming attempt while the alert is tried again', () => {
    expect(deliverySentence(retrying)).toBe('Pendiente: reintento 2 de 3')
  })

  it('is the word alone when there is nothing to add', () => {
    expect(deliverySentence(delivered)).toBe('Éxito')
  })
})

it('names the messages in the chat', () => {
  expect(messageWords([])).toBeNull()
  expect(messageWords([48213])).toBe('mensaje 48213')
  expect(messageWords([48213, 48214])).toBe('mensajes 48213 y 48214')
})

describe('what was delivered without its template', () => {
  const misfit = { ...delivered, fits: false }

  it('says so', () => {
    expect(deliverySentence(misfit)).toBe('Éxito: sin plantilla')
    expect(deliveryHint(misfit)).toBe(
      'Nada de la alerta encaja con su plantilla: se envió tal cual.',
    )
  })

  it('says nothing of it while there is something else to say', () => {
    expect(deliveryHint({ ...failed, fits: false })).toBe(failed.reason)
    expect(deliveryHint(delivered)).toBeNull()
  })
})

it('says which of too many are shown', () => {
  expect(moreWords({ total: 10_000, sort: 'timestamp-desc', search: 'oro' })).toContain(
    'se muestran las 10.000 más recientes',
  )
  expect(moreWords({ total: 10_000, sort: 'timestamp-asc', search: 'oro' })).toContain(
    'se muestran las 10.000 más antiguas',
  )
})

it('says that only a part was looked through', () => {
  expect(moreWords({ total: 12, sort: 'timestamp-desc', search: 'or' })).toMatch(
    /^Se ha buscado solo en una parte del historial\./,
  )
  expect(moreWords({ total: 12, sort: 'alertName-asc' })).toMatch(
    /^Por ahora solo se muestra una parte del historial/,
  )
})

const alerts = (...statuses: DeliveryStatus[]) =>
  statuses.map(telegramDeliveryStatus => ({ telegramDeliveryStatus }))

it('counts what is selected', () => {
  expect([0, 1, 3].map(total => selectedWords({ total }))).toEqual([
    'Ninguna seleccionada',
    '1 seleccionada',
    '3 seleccionadas',
  ])
  expect(selectedWords({ total: 10_000, more: true })).toBe('más de 10.000 seleccionadas')
})

it('offers the alerts of all pages', () => {
  expect(everythingWords({ total: 3482 }, true)).toBe('Seleccionar las 3.482 que coinciden')
  expect(everythingWords({ total: 742 }, false)).toBe('Seleccionar las 742 del historial')
})

it('tells how many of them can be sent again where some can’t', () => {
  expect(selectionWords(alerts('failed', 'failed'), 0)).toBe('en esta página')
  expect(selectionWords(alerts('failed', 'success'), 0)).toBe('solo 1 es fallida')
  expect(selectionWords(alerts('failed', 'failed', 'pending'), 0)).toBe('solo 2 son fallidas')
  expect(selectionWords(alerts('success', 'pending'), 0)).toBe('ninguna es fallida')
  expect(selectionWords(alerts('success'), 0)).toBe('no es fallida')
  expect(selectionWords(alerts('failed', 'failed'), 1)).toBe('1 en otras páginas')
  expect(selectionWords(alerts('failed', 'success', 'success'), 2)).toBe(
    '2 en otras páginas; solo 1 es fallida',
  )
})

describe('the question before a deletion', () => {
  it('names the one alert, and counts several', () => {
    expect(pickedText(['Cruce'])).toMatch(/^Se eliminará «Cruce» del historial\./)
    expect(pickedText(['Cruce', 'Ruptura'])).toMatch(/las 2 alertas seleccionadas\./)
  })

  it('counts all that a filter finds', () => {
    expect(foundText({ total: 1 })).toMatch(/^Se eliminará la única alerta que coincide\./)
    expect(foundText({ total: 3482 })).toMatch(/^Se eliminarán las 3\.482 alertas que coinciden/)
    expect(foundText({ total: 10_000, more: true })).toMatch(/las más de 10\.000 alertas/)
  })

  it('counts the old ones, and says so when there are none', () => {
    expect(purgeText({ total: 0 })).toBe('No hay alertas de hace más de 30 días.')
    expect(purgeText({ total: 1 })).toMatch(/^Se eliminará 1 alerta de hace más de 30 días\./)
    expect(purgeText({ total: 1204 })).toMatch(/^Se eliminarán 1\.204 alertas de hace/)
  })

  it('tells what will not be sent any more', () => {
    expect(pendingText({ total: 1 })).toBe('1 aún por enviar: ya no se enviará.')
    expect(pendingText({ total: 1204 })).toBe('1.204 aún por enviar: ya no se enviarán.')
  })
})

it('says how far it came when it ended before its time', () => {
  expect(partlyDeleted(500, { total: 1240 })).toBe('500 de 1.240 alertas eliminadas.')
  expect(partlyDeleted(0, { total: 1 })).toBe('0 de 1 alerta eliminada.')
})

describe('the toast after sending again', () => {
  it('counts the alerts', () => {
    expect(resentToast({ resent: 1240, kept: 0 })).toEqual({
      type: 'success',
      message: '1.240 alertas reenviadas.',
    })
    expect(resentToast({ resent: 1, kept: 0 }).message).toBe('1 alerta reenviada.')
  })

  it('warns of those that stay as they are', () => {
    expect(resentToast({ resent: 1, kept: 2 })).toEqual({
      type: 'warning',
      message:
        '1 alerta reenviada. 2 se quedan como están: su conexión está inactiva o se eliminó.',
    })
    expect(resentToast({ resent: 0, kept: 1 }).message).toBe(
      'No se reenvió ninguna alerta: su conexión está inactiva o se eliminó.',
    )
  })

  it('says how far it came when it ended before its time', () => {
    expect(partlyResent(500, { total: 1240 })).toBe('500 de 1.240 alertas reenviadas.')
    expect(partlyResent(0, { total: 1 })).toBe('0 de 1 alerta reenviada.')
  })
})

describe('all failed ones of a filter', () => {
  it('are counted on the button and in the question', () => {
    expect(resendAllLabel(undefined)).toBe('Reenviar las fallidas…')
    expect(resendAllLabel({ total: 1 })).toBe('Reenviar la fallida…')
    expect(resendAllLabel({ total: 1240 })).toBe('Reenviar las 1.240 fallidas…')
    expect(resendAllText({ total: 0 })).toBe('Ninguna de estas alertas es fallida.')
    expect(resendAllText({ total: 1 })).toMatch(/^Se reenviará la única alerta fallida/)
    expect(resendAllText({ total: 1240 })).toMatch(/^Se reenviarán las 1\.240 alertas fallidas/)
  })
})

describe('where the time went', () => {
  it('is said of a step that took most of it', () => {
    expect(whereTimeWent({ kind: 'received', share: 0.9 })).toBe(
      'Casi todo el tiempo fue de TradingView a aquí.',
    )
    expect(whereTimeWent({ kind: 'sent', share: 0.6 })).toBe(
      'La mayor parte del tiempo fue de espera en la cola del chat.',
    )
  })

  it('is not said where no step stands out', () => {
    expect(whereTimeWent({ kind: 'delivered', share: 0.4 })).toBeNull()
    expect(whereTimeWent(null)).toBeNull()
  })
})

it('tells with how many others it was sent', () => {
  const words = [null, 1, 2, 12].map(sentTogether => sentTogetherWords({ sentTogether }))

  expect(words).toEqual([
    null,
    null,
    'Enviada junto con otra alerta en un mensaje.',
    'Enviada junto con otras 11 alertas en un mensaje.',
  ])
})

it('tells of a doubt what it means for the chat', () => {
  const doubt = (telegramDeliveryStatus: 'success' | 'pending' | 'failed', uncertain = true) =>
    doubtWords({ uncertain, telegramDeliveryStatus })?.what

  expect(doubt('success')).toBe('Puede haber llegado dos veces.')
  expect(doubt('pending')).toBe('Puede llegar dos veces.')
  expect(doubt('failed')).toBe('Puede haber llegado.')
  expect(doubt('success', false)).toBeUndefined()
})

const attempt = (inDoubt: boolean) => ({
  at: '2026-03-02T09:00:00.000Z',
  ms: 20_000,
  reason: 'Telegram no contestó.',
  counted: false,
  inDoubt,
  messageIds: [],
})

it('says how often an alert may have come after several doubts', () => {
  const attempts = [true, false, true, false, true].map(attempt)
  const doubt = (telegramDeliveryStatus: 'success' | 'pending' | 'failed', count: number) =>
    doubtWords({ uncertain: true, telegramDeliveryStatus, attempts: attempts.slice(0, count) })

  expect(doubt('success', 2)?.what).toBe('Puede haber llegado dos veces.')
  expect(doubt('success', 3)?.what).toBe('Puede haber llegado hasta 3 veces.')
  expect(doubt('pending', 3)?.what).toBe('Puede llegar hasta 3 veces.')
  expect(doubt('failed', 5)).toEqual({
    what: 'Puede haber llegado varias veces, 3 como mucho.',
    remedy: 'Entrega incierta: 3 intentos salieron hacia Telegram sin respuesta.',
  })
})

it('says at most three times of long messages, and of what is kept no longer', () => {
  const uncertain = { uncertain: true, telegramDeliveryStatus: 'success' } as const
  const ofParts = Array.from({ length: 4 }, () => attempt(true))
  const newest = Array.from({ length: 10 }, () => attempt(false))
  for (const attempts of [ofParts, newest])
    expect(doubtWords({ ...uncertain, attempts })?.what).toBe('Puede haber llegado hasta 3 veces.')
})
