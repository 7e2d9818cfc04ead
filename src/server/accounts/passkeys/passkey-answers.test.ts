import { describe, expect, it } from 'vitest'
import { Authenticator, cbor, type Forgery } from '../../../../tests/support/authenticator.ts'
import { readAssertion, readNewPasskey } from './passkey-answers.ts'

const ORIGIN = 'https://alertas.example.com'

const options = {
  challenge: 'AA',
  rp: { id: 'alertas.example.com', name: 'Pregonero' },
  user: { id: 'AA', name: 'ana', displayName: 'ana' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
}

const made = (forgery?: Forgery) => new Authenticator(ORIGIN).create(options, forgery)
const attested = (format: string, statement: Record<string, unknown>): Forgery => ({
  attestation: { format, statement: cbor(new Map(Object.entries(statement))) },
})
const self = { alg: -7, sig: Buffer.alloc(70) }
const certified = { ...self, x5c: [Buffer.alloc(300)] }

describe('a new passkey', () => {
  it('is accepted without attestation, or with self-attestation', () => {
    for (const forgery of [undefined, attested('packed', self)])
      expect(readNewPasskey({ name: ' Móvil\n', response: made(forgery) })).toMatchObject({
        name: 'Móvil',
      })
  })

  it('takes the name of a known authenticator', () => {
    const aaguid = 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4'
    expect(readNewPasskey({ name: 'Chrome en Linux', response: made({ aaguid }) })).toMatchObject({
      name: 'Google Password Manager',
    })
  })

  it.each<[what: string, body: () => unknown]>([
    ['no body', () => undefined],
    ['no name', () => ({ name: ' ', response: made() })],
    ['a long name', () => ({ name: 'x'.repeat(201), response: made() })],
    [
      'a certified attestation',
      () => ({ name: 'x', response: made(attested('packed', certified)) }),
    ],
    ...['android-key', 'android-safetynet', 'apple', 'tpm', 'fido-u2f', 'other'].map(
      (format): [string, () => unknown] => [
        `an attestation of ${format}`,
        () => ({ name: 'x', response: made(attested(format, certified)) }),
      ],
    ),
    ['a signature by SHA-1', () => ({ name: 'x', response: made({ algorithm: -65_535 }) })],
    ['a long id', () => ({ name: 'x', response: made({ id: 'x'.repeat(1_365) }) })],
    [
      'CBOR without end',
      () => {
        const response = made()
        response.response.attestationObject = Buffer.alloc(8_000, 0x81).toString('base64url')
        return { name: 'x', response }
      },
    ],
    [
      'other transports',
      () => {
        const response = made()
        response.response.transports = ['usb,nfc'] as never
        return { name: 'x', response }
      },
    ],
  ])('is refused with %s', (_, body) => {
    expect(readNewPasskey(body())).toBeNull()
  })
})

it('reads an assertion, and refuses malformed or overlong ones', () => {
  const response = {
    id: 'AA',
    rawId: 'AA',
    type: 'public-key',
    response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
  }
  expect(readAssertion({ response })).toMatchObject({ response: { id: 'AA' } })
  for (const wrong of [
    { response: { ...response, id: ['AA'] } },
    { response: { ...response, id: { $ne: '' } } },
    { response: { ...response, response: { ...response.response, signature: 'A'.repeat(3_000) } } },
    { response: { ...response, response: null } },
    null,
  ])
    expect(readAssertion(wrong)).toBeNull()
})
