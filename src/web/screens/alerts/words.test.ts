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
  it('is the duration of the delivery', () => {
    expect(deliveryFigure(delivered)).toBe('612\u00a0ms')
  })

  it('is the next attempt while the alert is retried', () => {
    expect(deliveryFigure(retrying)).toBe('2 de 3')
  })

  it('is null for a failed or untried alert', () => {
    expect(deliveryFigure(failed)).toBeNull()
    expect(deliveryFigure({ ...retrying, retryAttempts: 0 })).toBeNull()
  })
})

describe('deliverySentence', () => {
  it('adds the cause to the status, without the remedy', () => {
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

  it('names the next attempt while the alert is retried', () => {
    expect(deliverySentence(retrying)).toBe('Pendiente: reintento 2 de 3')
  })

  it('is the status alone for a plain success', () => {
    expect(deliverySentence(delivered)).toBe('Éxito')
  })
})

it('names the messages in the chat', () => {
  expect(messageWords([])).toBeNull()
  expect(messageWords([48213])).toBe('mensaje 48213')
  expect(messageWords([48213, 48214])).toBe('mensajes 48213 y 48214')
})

describe('a template mismatch', () => {
  const misfit = { ...delivered, fits: false }

  it('is shown as a success without a template', () => {
    expect(deliverySentence(misfit)).toBe('Éxito: sin plantilla')
    expect(deliveryHint(misfit)).toBe(
      'Nada de la alerta encaja con su plantilla: se envió tal cual.',
    )
  })

  it('gives way to the reason of a failure', () => {
    expect(deliveryHint({ ...failed, fits: false })).toBe(failed.reason)
    expect(deliveryHint(delivered)).toBeNull()
  })
})

it('says how to reach more than the newest 10,000 alerts', () => {
  expect(moreWords({ total: 10_000, sort: 'alertName-asc' })).toBe(
    'Se muestran las 10.000 alertas más recientes. Hay más: acota por fechas para llegar a las demás.',
  )
})

it('says which end of more than 10,000 matches is shown', () => {
  expect(moreWords({ total: 10_000, sort: 'timestamp-desc', search: 'oro' })).toContain(
    'se muestran las 10.000 más recientes',
  )
  expect(moreWords({ total: 10_000, sort: 'timestamp-asc', search: 'oro' })).toContain(
    'se muestran las 10.000 más antiguas',
  )
})

it('says that only part of the history is searched', () => {
  expect(moreWords({ total: 12, sort: 'timestamp-desc', search: 'or' })).toMatch(
    /^Se ha buscado solo en una parte del historial\./,
  )
})

const alerts = (...statuses: DeliveryStatus[]) =>
  statuses.map(telegramDeliveryStatus => ({ telegramDeliveryStatus }))

it('counts the selected alerts', () => {
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

it('counts selected alerts on other pages, and the failed ones', () => {
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
  it('names a single alert and counts several', () => {
    expect(pickedText(['Cruce'])).toMatch(/^Se eliminará «Cruce» del historial\./)
    expect(pickedText(['Cruce', 'Ruptura'])).toMatch(/las 2 alertas seleccionadas\./)
  })

  it('counts all matches of a filter', () => {
    expect(foundText({ total: 1 })).toMatch(/^Se eliminará la única alerta que coincide\./)
    expect(foundText({ total: 3482 })).toMatch(/^Se eliminarán las 3\.482 alertas que coinciden/)
    expect(foundText({ total: 10_000, more: true })).toMatch(/las más de 10\.000 alertas/)
  })

  it('counts the alerts older than 30 days, also zero', () => {
    expect(purgeText({ total: 0 })).toBe('No hay alertas de hace más de 30 días.')
    expect(purgeText({ total: 1 })).toMatch(/^Se eliminará 1 alerta de hace más de 30 días\./)
    expect(purgeText({ total: 1204 })).toMatch(/^Se eliminarán 1\.204 alertas de hace/)
  })

  it('counts the pending alerts that will not be sent', () => {
    expect(pendingText({ total: 1 })).toBe('1 aún por enviar: ya no se enviará.')
    expect(pendingText({ total: 1204 })).toBe('1.204 aún por enviar: ya no se enviarán.')
  })
})

it('says how many alerts an interrupted deletion removed', () => {
  expect(partlyDeleted(500, { total: 1240 })).toBe('500 de 1.240 alertas eliminadas.')
  expect(partlyDeleted(0, { total: 1 })).toBe('0 de 1 alerta eliminada.')
})

describe('the toast after a resend', () => {
  it('counts the alerts', () => {
    expect(resentToast({ resent: 1240, kept: 0 })).toEqual({
      type: 'success',
      message: '1.240 alertas reenviadas.',
    })
    expect(resentToast({ resent: 1, kept: 0 }).message).toBe('1 alerta reenviada.')
  })

  it('warns of alerts left as they are', () => {
    expect(resentToast({ resent: 1, kept: 2 })).toEqual({
      type: 'warning',
      message:
        '1 alerta reenviada. 2 se quedan como están: su conexión está inactiva o se eliminó.',
    })
    expect(resentToast({ resent: 0, kept: 1 }).message).toBe(
      'No se reenvió ninguna alerta: su conexión está inactiva o se eliminó.',
    )
  })

  it('says how many were resent before an interruption', () => {
    expect(partlyResent(500, { total: 1240 })).toBe('500 de 1.240 alertas reenviadas.')
    expect(partlyResent(0, { total: 1 })).toBe('0 de 1 alerta reenviada.')
  })
})

describe('the failed alerts of a filter', () => {
  it('are counted on the button and in the question', () => {
    expect(resendAllLabel(undefined)).toBe('Reenviar las fallidas…')
    expect(resendAllLabel({ total: 1 })).toBe('Reenviar la fallida…')
    expect(resendAllLabel({ total: 1240 })).toBe('Reenviar las 1.240 fallidas…')
    expect(resendAllText({ total: 0 })).toBe('Ninguna de estas alertas es fallida.')
    expect(resendAllText({ total: 1 })).toMatch(/^Se reenviará la única alerta fallida/)
    expect(resendAllText({ total: 1240 })).toMatch(
      /^Se reenviarán las 1\.240 alertas fallidas de este/,
    )
    expect(resendAllText({ total: 1 }, true)).toMatch(/^Se reenviará la única .* de hoy\. Irá al/)
    expect(resendAllText({ total: 2 }, true)).toMatch(/^Se reenviarán las 2 .* de hoy\. Irán al/)
  })
})

describe('the remark on the slowest step', () => {
  it('names a step that took most of the time', () => {
    expect(whereTimeWent({ kind: 'received', share: 0.9 })).toBe(
      'Casi todo el tiempo fue de TradingView a aquí.',
    )
    expect(whereTimeWent({ kind: 'sent', share: 0.6 })).toBe(
      'La mayor parte del tiempo fue de espera en la cola del chat.',
    )
  })

  it('is null if no step took most of the time', () => {
    expect(whereTimeWent({ kind: 'delivered', share: 0.4 })).toBeNull()
    expect(whereTimeWent(null)).toBeNull()
  })
})

it('says with how many other alerts it was sent', () => {
  const words = [null, 1, 2, 12].map(sentTogether => sentTogetherWords({ sentTogether }))

  expect(words).toEqual([
    null,
    null,
    'Enviada junto con otra alerta en un mensaje.',
    'Enviada junto con otras 11 alertas en un mensaje.',
  ])
})

it('describes an uncertain delivery by its status', () => {
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

it('counts how often an alert may have arrived after several doubts', () => {
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

it('caps the count at three for long messages and truncated attempt logs', () => {
  const uncertain = { uncertain: true, telegramDeliveryStatus: 'success' } as const
  const ofParts = Array.from({ length: 4 }, () => attempt(true))
  const newest = Array.from({ length: 10 }, () => attempt(false))
  for (const attempts of [ofParts, newest])
    expect(doubtWords({ ...uncertain, attempts })?.what).toBe('Puede haber llegado hasta 3 veces.')
})
