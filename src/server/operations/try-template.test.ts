import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { frequentKeys, tryTemplate } from './try-template.ts'

const alert = (payload: string) => ({ name: 'A', connection_name: 'Oro', received_at: 0, payload })

describe('a template tried on alerts', () => {
  it('reports keys without a value, each with its number of payloads', async () => {
    const alerts = ['{"a":1}', '{"a":0}', '{"a":1,"b":{"c":2}}'].map(alert)
    const content = '{{connection_name}} {{a}} {{d}} {{#if a}}{{b.c}} {{d}}{{/if}}'
    expect(await tryTemplate({ content }, alerts)).toEqual({
      tried: 3,
      misfits: 0,
      withGaps: 3,
      missing: [
        { key: 'd', payloads: 3 },
        { key: 'b.c', payloads: 1 },
      ],
    })
  })

  it('fills keys from synonyms and counts misfits apart', async () => {
    const alerts = ['{"ticker":"A","close":1}', '{"SYMBOL":"B"}', '{"text":"C"}', '{}'].map(alert)
    expect(await tryTemplate({ content: '{{symbol}} {{price}}' }, alerts)).toEqual({
      tried: 4,
      misfits: 2,
      withGaps: 1,
      missing: [{ key: 'price', payloads: 1 }],
    })
  })

  it('reports the twenty keys that are missing most often', async () => {
    const keys = Array.from({ length: 30 }, (_, index) => `k${index}`)
    const content = keys.map(key => `{{${key}}}`).join('')
    const half = JSON.stringify(Object.fromEntries(keys.slice(0, 15).map(key => [key, 1])))
    const last = '{"k29":1}'
    const { withGaps, missing } = await tryTemplate({ content }, [alert(half), alert(last)])
    expect(withGaps).toBe(2)
    expect(missing).toEqual([
      ...keys.slice(15, 29).map(key => ({ key, payloads: 2 })),
      ...[...keys.slice(29), ...keys.slice(0, 5)].map(key => ({ key, payloads: 1 })),
    ])
  })

  it('yields to other work meanwhile', async () => {
    const large = alert(`{"n":[${'1,'.repeat(8_000)}1]}`)
    let isTried = false
    let turns = 0
    const trial = tryTemplate({ content: '{{n}}' }, new Array(100).fill(large)).then(() => {
      isTried = true
    })
    for (; !isTried; turns += 1) await nextTurn()
    await trial
    expect(turns).toBeGreaterThan(2)
  })
})

describe('the frequent keys of alerts', () => {
  it('are counted once per alert, most frequent first', async () => {
    const alerts = ['{"a":1,"b":{"c":1}}', '{"b":{"c":2},"b.c":3}', '{"d":1,"b":{"c":3}}'].map(
      alert,
    )
    expect(await frequentKeys(alerts)).toEqual(['b.c', 'a', 'd'])
  })
})
