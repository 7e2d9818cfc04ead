import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { curlCommand, exampleBody, powershellCommand } from './post-command.ts'

const url = 'https://alertas.example.com/webhooks/c1'
const odd = { connectionId: 'c1', notes: `L'or "brilla" $HOME \`id\` \\ !1 %2 ñ🚀’\n` }

describe('the command for curl', () => {
  it('has one option per line', () => {
    expect(curlCommand({ url, body: '{"a":"b"}' })).toBe(
      [
        "curl -X POST 'https://alertas.example.com/webhooks/c1' \\",
        "  -H 'content-type: application/json' \\",
        `  -d '{"a":"b"}'`,
      ].join('\n'),
    )
  })

  it('passes the body to a shell unchanged', () => {
    const body = JSON.stringify(odd, null, 2)
    const script = `curl() { printf '%s\\0' "$@"; }\n${curlCommand({ url, body })}`
    const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8' })
    expect(printed.split('\0')).toEqual([
      ...['-X', 'POST', url, '-H', 'content-type: application/json', '-d', body, ''],
    ])
  })
})

describe('the command for PowerShell', () => {
  const command = powershellCommand({ url, body: JSON.stringify(odd) })

  it('escapes quotes and non-ASCII characters in its body', () => {
    const [, body = ''] = /-Body '([^']*)'$/.exec(command) ?? []
    expect(body).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(body)).toEqual(odd)
  })

  it('doubles a quote in the address', () => {
    expect(powershellCommand({ url: "https://x.es/it's", body: '{}' })).toContain(
      "-Uri 'https://x.es/it''s'",
    )
  })
})

describe('the example', () => {
  it('fills placeholders with samples, and omits fields that Pregonero fills', () => {
    const body = exampleBody({
      connectionId: 'c1',
      symbol: '{{ticker}}',
      price: '{{close}}',
      rsi: '{{plot("RSI")}}',
      stop: 'YOUR_PINE_VARIABLE_FOR_stop',
      alert_name: 'YOUR_PINE_VARIABLE_FOR_alert_name',
    })
    expect(JSON.parse(body)).toEqual({
      connectionId: 'c1',
      symbol: 'BTCUSDT',
      price: '94312.5',
      rsi: '61.204',
      stop: 'Prueba de stop',
    })
  })
})
