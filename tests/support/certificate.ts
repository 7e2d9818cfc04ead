import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const DAY_MS = 86_400_000

/** `cert` and `key` as PEM. */
type Certificate = { cert: string; key: string }

/**
 * A self-signed certificate.
 * @param name of the host
 * @param days until it expires; negative if it has expired
 */
export function selfSigned(name: string, days: number): Certificate {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const own = newName()
  return make(name, days, pair, { own, issuer: own, signingKey: pair.privateKey })
}

/** The same, signed by an authority below an unknown root; the authority's certificate is included. */
export function signedBelowUnknown(name: string, days: number): Certificate {
  const [root, authority, leaf] = [0, 1, 2].map(() => ({
    pair: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    own: newName(),
  })) as [Party, Party, Party]
  const by = ({ own, pair }: Party) => ({ issuer: own, signingKey: pair.privateKey })
  const above = make('authority', days, authority.pair, { own: authority.own, ...by(root) })
  const below = make(name, days, leaf.pair, { own: leaf.own, ...by(authority) })
  return { ...below, cert: below.cert + above.cert }
}

type KeyPair = { privateKey: KeyObject; publicKey: KeyObject }
type Party = { pair: KeyPair; own: Buffer }

function make(
  name: string,
  days: number,
  { privateKey, publicKey }: KeyPair,
  { own, issuer, signingKey }: { own: Buffer; issuer: Buffer; signingKey: KeyObject },
): Certificate {
  const until = new Date(Date.now() + days * DAY_MS)
  const since = new Date(Math.min(Date.now(), until.getTime()) - DAY_MS)
  const ecdsaWithSha256 = seq(der(0x06, '2a8648ce3d040302'))
  const alternativeNames = seq(der(0x82, Buffer.from(name)))
  const mayHaveSigned = seq(der(0x01, 'ff'))
  const toBeSigned = seq(
    der(0xa0, der(0x02, '02')),
    der(0x02, '01'),
    ecdsaWithSha256,
    issuer,
    seq(time(since), time(until)),
    own,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      seq(
        seq(der(0x06, '551d13'), der(0x04, mayHaveSigned)),
        seq(der(0x06, '551d11'), der(0x04, alternativeNames)),
      ),
    ),
  )
  const signature = sign('sha256', toBeSigned, signingKey)
  const certificate = seq(toBeSigned, ecdsaWithSha256, der(0x03, '00', signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** Random distinguished name; the host is among the alternative names. */
const newName = (): Buffer =>
  seq(der(0x31, seq(der(0x06, '550403'), der(0x0c, Buffer.from(randomBytes(8).toString('hex'))))))

const seq = (...parts: Buffer[]): Buffer => der(0x30, ...parts)

const time = (at: Date): Buffer =>
  der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))

/** A value of ASN.1 in DER; text is hexadecimal. */
function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)),
  )
  const { length } = content
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
