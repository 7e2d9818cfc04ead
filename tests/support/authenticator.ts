import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

type Credential = {
  id: string
  rpId: string
  userHandle: string
  key: KeyObject
  /** Signature counter; stays 0 in an authenticator that does not count. */
  counter: number
}

/** Deviations from the answer of an honest authenticator and browser. */
export type Forgery = {
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
  type?: string
  /** Id claimed by a new passkey. */
  id?: string
  /** Model of the authenticator that makes it. */
  aaguid?: string
  /** COSE number of the algorithm that the key claims to be of. */
  algorithm?: number
  /** Attestation format, and its statement in CBOR. */
  attestation?: { format: string; statement: Buffer }
}

/**
 * An authenticator with its browser, on a page of `origin`: creates passkeys and signs with them as
 * real ones do (WebAuthn level 3, ES256), and refuses the same requests.
 */
export class Authenticator {
  readonly #origin: string
  readonly #counts: boolean
  readonly #credentials = new Map<string, Credential>()

  constructor(origin: string, { counts = true } = {}) {
    this.#origin = origin
    this.#counts = counts
  }

  get ids(): string[] {
    return [...this.#credentials.keys()]
  }

  /** Like `navigator.credentials.create`. */
  create(
    options: PublicKeyCredentialCreationOptionsJSON,
    forgery: Forgery = {},
  ): RegistrationResponseJSON {
    const rpId = this.#rpIdOf(options.rp.id)
    if (!options.pubKeyCredParams.some(({ alg }) => alg === ES256))
      throw new Error('NotSupportedError: no algorithm of ours')
    if (options.excludeCredentials?.some(({ id }) => this.#credentials.has(id)))
      throw new Error('InvalidStateError: it has a passkey of this account')
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = forgery.id ?? randomBytes(32).toString('base64url')
    const credential = { id, rpId, userHandle: options.user.id, key: privateKey, counter: 0 }
    this.#credentials.set(id, credential)
    const rawId = Buffer.from(id, 'base64url')
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const attested = Buffer.concat([
      Buffer.from((forgery.aaguid ?? '').replaceAll('-', '').padEnd(32, '0'), 'hex'),
      uint16(rawId.length),
      rawId,
      cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, forgery.algorithm ?? ES256],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      ),
    ])
    const { format, statement } = forgery.attestation ?? {
      format: 'none',
      statement: cbor(new Map()),
    }
    const authData = Buffer.concat([this.#dataOf(credential, forgery, HAS_KEY), attested])
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, forgery),
        attestationObject: Buffer.concat([
          Buffer.from([0xa3]),
          cbor('fmt'),
          cbor(format),
          cbor('attStmt'),
          statement,
          cbor('authData'),
          cbor(authData),
        ]).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Like `navigator.credentials.get`: uses the newest passkey that matches. */
  get(
    options: PublicKeyCredentialRequestOptionsJSON,
    forgery: Forgery = {},
  ): AuthenticationResponseJSON {
    const rpId = this.#rpIdOf(options.rpId)
    const asked = options.allowCredentials?.map(({ id }) => id) ?? []
    const credential = [...this.#credentials.values()].findLast(
      one => one.rpId === rpId && (asked.length === 0 || asked.includes(one.id)),
    )
    if (!credential) throw new Error('NotAllowedError: no passkey for this')
    if (this.#counts) credential.counter += 1
    const authData = this.#dataOf(credential, forgery)
    const clientData = this.#clientData('webauthn.get', options.challenge, forgery)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientData, 'base64url'))])
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, credential.key).toString('base64url'),
        userHandle: credential.userHandle,
      },
    }
  }

  /** A page may use passkeys of its own host and of the domains above it. */
  #rpIdOf(asked: string | undefined): string {
    const { hostname } = new URL(this.#origin)
    if (asked === undefined || asked === hostname || hostname.endsWith(`.${asked}`))
      return asked ?? hostname
    throw new Error(`SecurityError: ${asked} is not the host of ${this.#origin}`)
  }

  #clientData(type: string, challenge: string, forgery: Forgery): string {
    const origin = forgery.origin ?? this.#origin
    const data = { type: forgery.type ?? type, challenge, origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  #dataOf(
    { rpId, counter }: Credential,
    { isVerified = true, ...forgery }: Forgery,
    more = 0,
  ): Buffer {
    return Buffer.concat([
      sha256(Buffer.from(forgery.rpId ?? rpId)),
      Buffer.from([IS_PRESENT | (isVerified ? IS_VERIFIED : 0) | more]),
      uint32(forgery.counter ?? counter),
    ])
  }
}

const ES256 = -7
const IS_PRESENT = 1
const IS_VERIFIED = 4
const HAS_KEY = 64

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Encodes strings, bytes, integers, arrays and maps, with lengths and numbers up to 65,535. */
export function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
  throw new TypeError('no such thing here')
}

function head(kind: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(kind << 5) | count])
  if (count < 256) return Buffer.from([(kind << 5) | 24, count])
  return Buffer.concat([Buffer.from([(kind << 5) | 25]), uint16(count)])
}
