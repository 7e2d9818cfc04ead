/** Verdicts on rows of TradingView's log and on alerts that it does not list, with their Spanish texts. */

export const verdicts = [
  'delivered',
  'undelivered',
  'lost',
  'failed-but-here',
  'unlisted',
  'unknown',
] as const
export type Verdict = (typeof verdicts)[number]

/** TradingView's claim about a webhook. `none`: not sent; `unclear`: not readable. */
export const claims = ['sent', 'failed', 'none', 'unclear'] as const
export type Claim = (typeof claims)[number]

/** Reasons for the verdict `unknown`. */
export const doubts = [
  'deleted',
  'not-kept',
  'not-ours',
  'no-webhook',
  'no-time',
  'too-recent',
] as const
export type Doubt = (typeof doubts)[number]

export const verdictTexts: Readonly<Record<Verdict, { name: string; meaning: string }>> = {
  delivered: { name: 'Entregada', meaning: 'Llegó aquí y Telegram la tiene.' },
  undelivered: {
    name: 'Llegó, no se entregó',
    meaning: 'Está en tu historial, pero no en el chat. Mira el motivo y reenvíala si aún sirve.',
  },
  lost: {
    name: 'Nunca llegó',
    meaning:
      'TradingView la disparó y aquí no entró. Mira el proxy, la dirección del webhook y si esta máquina estaba en marcha a esa hora.',
  },
  'failed-but-here': {
    name: 'TradingView la dio por fallida y la tenemos',
    meaning: 'Se recibió y se entregó, pero TradingView no esperó la respuesta. No falta nada.',
  },
  unlisted: {
    name: 'Llegó y no está en su registro',
    meaning:
      'Está en tu historial y no en este archivo: la envió otra cosa, o el archivo no la incluye.',
  },
  unknown: { name: 'No se puede saber', meaning: 'Falta con qué compararla.' },
}

export const doubtTexts: Readonly<Record<Doubt, string>> = {
  deleted: 'Una alerta igual de esa hora se eliminó del historial.',
  'not-kept': 'Es de antes de lo que conserva tu historial.',
  'not-ours':
    'Ninguna alerta con este nombre ha llegado nunca a esta cuenta: quizá su webhook lleva a otro sitio, o a una dirección que ya no existe.',
  'no-webhook': 'TradingView no dice que enviara un webhook.',
  'no-time': 'No se entiende a qué hora se disparó.',
  'too-recent': 'Se disparó hace menos de un minuto: aún puede llegar.',
}

/** TradingView's claim about a lost row, in Spanish. */
export const claimTexts: Readonly<Record<Claim, string>> = {
  sent: 'TradingView la dio por enviada.',
  failed: 'TradingView ya la dio por fallida.',
  none: 'TradingView no dice que enviara un webhook.',
  unclear: 'El registro no dice qué fue de su webhook.',
}
