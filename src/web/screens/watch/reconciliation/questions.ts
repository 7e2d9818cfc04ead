import type { LogQuestion as Asked, ReadLog } from '#shared/reconciliation/read-log.ts'
import { localTimeZone } from '#web/data/local-time.ts'
import type { LogQuestion } from './log-questions.tsx'
import type { LogAnswers } from './read-file.ts'

/** Unanswered questions about facts that the log does not state. */
export const logQuestions = (log: ReadLog, answers: LogAnswers): LogQuestion[] => [
  ...log.questions.map(question => questionOf(question, log)),
  ...(log.saysZone || answers.zone !== undefined ? [] : [zoneQuestion()]),
]

function questionOf(question: Asked, { titles }: ReadLog): LogQuestion {
  if (question.kind === 'date-order')
    return {
      field: 'order',
      label: '¿En qué orden están el día y el mes?',
      description: `En el archivo hay fechas como «${question.example}».`,
      options: [
        { value: 'dmy', label: 'Primero el día: 03/04 es el 3 de abril' },
        { value: 'mdy', label: 'Primero el mes: 03/04 es el 4 de marzo' },
      ],
    }
  const { column, candidates } = question
  const options = candidates.map(place => ({
    value: String(place),
    label: titles[place]?.trim() || `Columna ${place + 1}`,
  }))
  return column === 'time'
    ? { field: column, label: '¿Qué columna dice cuándo se disparó?', options }
    : {
        field: column,
        label: '¿Qué columna tiene el mensaje de la alerta?',
        description: 'El mismo texto que TradingView envía al webhook.',
        options,
      }
}

const zoneQuestion = (): LogQuestion => ({
  field: 'zone',
  label: '¿En qué zona horaria están las horas?',
  description: 'La del gráfico desde el que exportaste, abajo a la derecha en TradingView.',
  options: [...new Set([localTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])].map(
    zone => ({
      value: zone,
      label: zone === localTimeZone() ? `${zone} (la de este navegador)` : zone,
    }),
  ),
  suggested: localTimeZone(),
})
