import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const DAY_MS = 86_400_000

/**
 * A certificate that nobody but itself has signed.
 * @param name of the host
 * @param days from now until it ends; negative: it has ended
 * @returns both as PEM
 */
export function selfSigned(name: string, days: number): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const until = new Date(Date.now() + days * DAY_MS)
  const since = new Date(Math.min(Date.now(), until.getTime()) - DAY_MS)
  const ecdsaWithSha256 = seq(der(0x06, '2a8648ce3d040302'))
  // By which one is told from another; the host stands below.
  const commonName = seq(
    der(0x31, seq(der(0x06, '550403'), der(0x0c, Buffer.from(randomBytes(8).toString('hex'))))),
  )
  const alternativeNames = seq(der(0x82, Buffer.from(name)))
  const toBeSigned = seq(
    der(0xa0, der(0x02, '02')),
    der(0x02, '01'),
    ecdsaWithSha256,
    commonName,
    seq(time(since), time(until)),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, seq(seq(der(0x06, '551d11'), der(0x04, alternativeNames)))),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  const certificate = seq(toBeSigned, ecdsaWithSha256, der(0x03, '00', signature))
  const base64 = certificate.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

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
