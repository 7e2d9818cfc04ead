import { describe, expect, it } from 'vitest'
import { hiddenNames } from './key-names.ts'
import { isRandom } from './random-values.ts'
import { withoutNamedSecrets, withoutTextSecrets } from './secrets-in-text.ts'

const SECRET = 'MARCA-7f'

const names = [
  ...['apiSec', 'secretKey', 'sign', 'signature', 'auth_key', 'auth', 'key', 'license', 'pin'],
  ...['otp', 'login', 'token', 'email_token', 'apiKey', 'api-key', 'API_KEY', 'passphrase'],
  ...['password', 'PASSWORD', 'secret', 'webhook_url', 'account_passphrase', 'LicenseID'],
]

/** Notations with `antes` and `después` around the secret, which must stay. */
const forms: Record<string, (name: string, secret: string) => string> = {
  json: (name, secret) => `{"a":"antes","${name}":"${secret}","b":"después"}`,
  'json on lines': (name, secret) =>
    `{\n  "a": "antes",\n  "${name}" : "${secret}",\n  "b": "después"\n}`,
  'broken json': (name, secret) => `{"a":"antes","${name}":"${secret}" "b":"después"`,
  'json without quotes': (name, secret) => `{a: antes, ${name}: ${secret}, b: después}`,
  'json in single quotes': (name, secret) =>
    `{'a': 'antes', '${name}': '${secret}', 'b': 'después'}`,
  'json in a text': (name, secret) =>
    `{\\"a\\":\\"antes\\",\\"${name}\\":\\"${secret}\\",\\"b\\":\\"después\\"}`,
  'json of a page': (name, secret) =>
    `{&quot;a&quot;:&quot;antes&quot;,&quot;${name}&quot;:&quot;${secret}&quot;,&quot;b&quot;:&quot;después&quot;}`,
  'a list': (name, secret) =>
    `[{"a":"antes","${name}":"${secret}"},{"${name}":"${secret}","b":"después"}]`,
  'pairs with semicolons': (name, secret) => `a=antes;${name}=${secret};b=después`,
  'pairs on lines': (name, secret) => `a = antes\n${name} = ${secret}\nb = después`,
  'pairs with blanks': (name, secret) => `a=antes ${name}=${secret} b=después`,
  'a form': (name, secret) => `a=antes&${name}=${secret}&b=después`,
  'lines with colons': (name, secret) => `antes\n${name}: ${secret}\ndespués`,
  'a line with colons': (name, secret) => `antes, ${name}: ${secret}, b: después`,
  'an address': (name, secret) => `antes https://x.es/y?${name}=${secret}&b=1 después`,
  'a comment': (name, secret) =>
    `{"a":"antes", "${name}": "${secret}" // la clave\n "b":"después"}`,
}

describe.each(Object.entries(forms))('in %s', (_form, written) => {
  it.each(names)('masks the value of %s and keeps the rest', name => {
    for (const secret of [SECRET, `${SECRET}#$!ñ`, 'MARCA']) {
      const shown = withoutNamedSecrets(written(name, secret))
      expect(shown).not.toContain('MARCA')
      expect(shown).toContain('antes')
      expect(shown).toContain('después')
      expect(shown.replaceAll('•••', '')).toBe(written(name, secret).replaceAll(secret, ''))
    }
  })
})

describe('a secret', () => {
  it.each([
    [
      'of several words, to the end of its line',
      'password: MARCA dos tres\nBuy',
      'password: •••\nBuy',
    ],
    ['before a sentence', 'key=MARCA-14 buy BTC at 67432', 'key=••• buy BTC at 67432'],
    ['named by several words', 'API key: MARCA-1', 'API key: •••'],
    ['named in Spanish', 'Mi clave: MARCA-1', 'Mi clave: •••'],
    ['named like a level', 'Punto clave: MARCA-1', 'Punto clave: •••'],
    ['with quotes inside', '{"secret":"MA"RCA","b":1}', '{"secret":"•••","b":1}'],
    ['that is an object', '{"auth":{"u":"MARCA"},"b":1}', '{"auth":•••,"b":1}'],
    ['that is cut off', '{"b":1,"token":"MARCA', '{"b":1,"token":"•••'],
    ['on the next line', '"token":\n  "MARCA"', '"token":\n  "•••"'],
    ['in the path of an address', 'a https://x.es/hook/MARCA/2 b', 'a https://x.es/hook/••• b'],
    [
      'of a chat',
      'https://discord.com/api/webhooks/1/MARCA',
      'https://discord.com/api/webhooks/•••',
    ],
    ['of a user', 'https://ana:MARCA@x.es/a', 'https://•••@x.es/a'],
  ])('%s is masked', (_what, text, shown) => {
    expect(withoutNamedSecrets(text)).toBe(shown)
  })

  it('is masked under names that the owner hides', () => {
    const isHidden = hiddenNames(['T', ' k '])
    const isZone = hiddenNames(['zona_clave'])
    expect(withoutNamedSecrets('Zona clave: 67.000', isZone)).toBe('Zona clave: •••')
    expect(withoutNamedSecrets('{"t":"MARCA","k":1,"c":"BUY"}', isHidden)).toBe(
      '{"t":"•••","k":•••,"c":"BUY"}',
    )
  })
})

describe('a text without secrets', () => {
  it.each([
    'SIGNAL:Bullish:21450.25:75:ALIGNED:ALIGNED:2026-11-26T08:00:00Z',
    'e=bybit s=ETHUSDT.P b=long q=10% l=5 t=market | tp=p3% sl=-1.5% & ts=0.5%',
    'Key level: 4100, monkey business = 5',
    'Nivel clave: 67.000, zona clave = 66.500-66.800',
    'Turkey: 3,1 %',
    'https://es.tradingview.com/chart/?symbol=BINANCE:BTCUSDT&interval=15',
    'MACD+RSI (12, 26, 9, 14): order buy @ 3,979,480 filled on KRW-BTC. Position 0.002512908435',
    'token_symbol: PEPE, tokens: 5',
    'https://s3.tradingview.com/snapshots/a/aBcDeF12gH34iJ56kL78.png',
  ])('stays as it is: %s', text => {
    expect(withoutTextSecrets(text)).toBe(text)
  })
})

describe('a long random value', () => {
  it.each([
    'aB3dE5gH7jK9mN1pQ3xY',
    'SECRETO-77-aB3dE5gH7jK9',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N',
    'abcDEF123456ghiJKL789',
    'x9#kL2$mQ8!vR4%tY6zW0',
    'aB3+cD4+eF5+gH6+iJ7+kL8',
    'Summer2024@Madrid+Casa#1',
  ])('is removed from a text: %s', value => {
    expect(isRandom(value)).toBe(true)
    expect(withoutTextSecrets(`BUY ${value} 67000`)).not.toContain(value)
  })

  it.each([
    '00000000-1111-2222-3333-44444444AbCd',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    'BTC-USDT-SWAP-20260327-70000-C',
    'ENTER-LONG_BYBIT_BTC-USDT_X_15M_1a2b',
    'LongEntry_BTCUSDT_15m_v2',
    'MiEstrategiaDeOroH1',
    'EMA9+EMA21+EMA50+EMA200',
    'Entry@67432.50_TP@69000.00',
    '2026-11-26T10:15:00+01:00',
  ])('is not recognised in %s', value => {
    expect(withoutTextSecrets(`BUY ${value} 67000`)).toBe(`BUY ${value} 67000`)
  })
})

const pieces = [
  ...['token: {\n', 'token:[', 'key: x ', 'key=', '"token":"', '\\"token\\":\\"', 'token:"'],
  ...['&', ' ', ',', '|', ';', 'http://', 'https://u:p@x ', 'aA1_', 'x y z: ', '&quot;'],
]

// Quadratic time would take half a minute for each.
it.each(pieces)('hides secrets in reasonable time in a text that repeats %j', piece =>
  hideAll(piece, 262_144),
)

it.each(pieces)(
  'hides secrets in reasonable time in the longest text of %j',
  {
    tags: ['extended'],
  },
  piece => hideAll(piece, 1_048_576),
)

function hideAll(piece: string, length: number): void {
  const scrap = piece.repeat(length / piece.length)
  for (const text of [scrap, `token: ${scrap}`, `{"token":"${scrap}`])
    expect(withoutTextSecrets(text).length).toBeGreaterThan(0)
}

it('hides a bracketed secret whole, and an unclosed one to the end of its line', () => {
  expect(withoutTextSecrets('token: {"a": {"b": "x"}} BUY')).toBe('token: ••• BUY')
  expect(withoutTextSecrets('token: {"a": "x"\nBUY')).toBe('token: •••\nBUY')
})
