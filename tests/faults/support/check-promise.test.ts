import { describe, expect, it } from 'vitest'
import { GROUP_SEPARATOR } from '#shared/message/group.ts'
import { checkPromise, type Evidence } from './check-promise.ts'

const lines = [
  {
    name: 'L1',
    acknowledged: ['L1-1', 'L1-2', 'L1-3'].map(alert => ({ alert, alertId: `id of ${alert}` })),
  },
]

const inChat = (...alerts: string[]) => ({
  chatId: '7',
  text: alerts.join(GROUP_SEPARATOR),
  entities: [],
})

/** Evidence of three acknowledged alerts: their messages, unanswered sends and failures. */
const evidence = (
  messages: Evidence['messages'],
  {
    unanswered = [],
    failed = [],
    via = '',
  }: { unanswered?: string[]; failed?: string[]; via?: string } = {},
): Evidence => ({
  lines,
  messages,
  requests: unanswered.map(text => ({
    via,
    method: 'sendmessage',
    chatId: '7',
    parameters: new Map([['text', text]]),
    status: 0,
  })),
  failures: new Map(failed.map(alert => [`id of ${alert}`, { reason: 'El chat no existe.' }])),
})

it('rejects a repeated message with other buttons', () => {
  const again = { ...inChat('L1-1'), buttons: [[{ text: 'Copiar', copy_text: { text: 'x' } }]] }
  const messages = [inChat('L1-1'), again, inChat('L1-2', 'L1-3')]
  expect(() => checkPromise(evidence(messages, { unanswered: ['L1-1'] }))).toThrow('differ')
})

describe('the promise is kept', () => {
  it('by alerts that arrive in order, alone or in groups', () => {
    expect(checkPromise(evidence([inChat('L1-1'), inChat('L1-2', 'L1-3')]))).toEqual({
      acknowledged: 3,
      arrived: 3,
      failed: 0,
      repeats: 0,
    })
  })

  it('by an alert that should fail and fails visibly', () => {
    const seen = evidence([inChat('L1-1'), inChat('L1-3')], { failed: ['L1-2'] })
    expect(checkPromise(seen, { failing: ['L1-2'] })).toMatchObject({ arrived: 2, failed: 1 })
    expect(() => checkPromise(seen)).toThrow('failed')
  })

  it('by a message that comes again after no answer or a kill', () => {
    const messages = [inChat('L1-1'), inChat('L1-1'), inChat('L1-2', 'L1-3')]
    const unanswered = evidence(messages, { unanswered: ['L1-1'] })
    expect(checkPromise(unanswered)).toMatchObject({ repeats: 1 })
    expect(checkPromise(evidence(messages), { kills: 1 })).toMatchObject({ repeats: 1 })
  })
})

describe('the promise is broken', () => {
  it('by a message that comes again though its process was not struck', () => {
    const messages = [inChat('L1-1'), inChat('L1-1'), inChat('L1-2', 'L1-3')]
    const seen = evidence(messages, { unanswered: ['L1-1'], via: 'worker-1' })
    expect(checkPromise(seen, { struck: ['worker-1'] })).toMatchObject({ repeats: 1 })
    expect(() => checkPromise(seen, { struck: ['worker-2'] })).toThrow(
      'came again though sent by worker-1',
    )
  })

  it.each<[string, Evidence, string]>([
    ['by an alert that is lost', evidence([inChat('L1-1', 'L1-2')]), 'neither arrived nor failed'],
    ['by one that overtakes', evidence([inChat('L1-2'), inChat('L1-1', 'L1-3')]), 'lost its order'],
    [
      'by one that comes again in another group',
      evidence([inChat('L1-1'), inChat('L1-1', 'L1-2', 'L1-3')], { unanswered: ['L1-1'] }),
      'two messages that differ',
    ],
    [
      'by a message that comes again though it was answered',
      evidence([inChat('L1-1'), inChat('L1-2'), inChat('L1-2'), inChat('L1-3')], {
        unanswered: ['L1-1'],
      }),
      'was not in flight',
    ],
  ])('%s', (_how, seen, problem) => {
    expect(() => checkPromise(seen)).toThrow(problem)
  })

  it('by more repeats than lanes had in flight when the process was killed', () => {
    const twice = [inChat('L1-1'), inChat('L1-1'), inChat('L1-2', 'L1-3'), inChat('L1-2', 'L1-3')]
    expect(() => checkPromise(evidence(twice), { kills: 1 })).toThrow('too many repeats')
  })
})
