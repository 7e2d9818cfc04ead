import { getAuthenticatorName } from '@better-auth/passkey'
import {
  convertAAGUIDToString,
  cose,
  decodeAttestationObject,
  decodeCredentialPublicKey,
  isoBase64URL,
  parseAuthenticatorData,
} from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import { passkeyNameSchema } from '#shared/model/passkey.ts'

/** What the options offer: EdDSA, ES256, RS256. The library would take others, SHA-1 among them. */
const ALGORITHMS: readonly number[] = [-8, -7, -257]

const base64url = (bytes: number) =>
  z
    .string()
    .max(Math.ceil((bytes * 4) / 3))
    .regex(/^[\w-]+$/)
/** The longest that there may be. */
const credentialId = base64url(1_023)

const credential = <Response extends z.ZodRawShape>(response: Response) =>
  z
    .object({
      id: credentialId,
      rawId: credentialId,
      type: z.literal('public-key'),
      response: z.object({ clientDataJSON: base64url(2_048), ...response }),
    })
    // Of the library's own type, which asks for them.
    .transform(answer => ({ ...answer, clientExtensionResults: {} }))

/** What signs in, or confirms who somebody is. */
const assertionSchema = z.object({
  response: credential({
    authenticatorData: base64url(2_048),
    signature: base64url(2_048),
    userHandle: base64url(64).nullish(),
  }),
})

/** @returns null where it is not that */
export const readAssertion = (body: unknown) => assertionSchema.safeParse(body).data ?? null

const attestationSchema = z.object({
  name: passkeyNameSchema,
  response: credential({
    attestationObject: base64url(8_192),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
})

/**
 * What a new passkey comes with: the name that the browser gives it, or that of who keeps it.
 *
 * No attestation is asked for, and none is taken but what the passkey says of itself: to check another, the
 * library asks the address that its certificate names.
 * @returns null where it is not that
 */
export function readNewPasskey(body: unknown) {
  const { data } = attestationSchema.safeParse(body)
  if (!data) return null
  try {
    const object = isoBase64URL.toBuffer(data.response.response.attestationObject)
    const attestation = decodeAttestationObject(object)
    const isSelfMade = attestation.get('fmt') === 'packed' && !attestation.get('attStmt').get('x5c')
    if (attestation.get('fmt') !== 'none' && !isSelfMade) return null
    const { aaguid, credentialPublicKey } = parseAuthenticatorData(attestation.get('authData'))
    if (!aaguid || !credentialPublicKey) return null
    const algorithm = decodeCredentialPublicKey(credentialPublicKey).get(cose.COSEKEYS.alg)
    if (algorithm === undefined || !ALGORITHMS.includes(algorithm)) return null
    return { ...data, name: getAuthenticatorName(convertAAGUIDToString(aaguid)) ?? data.name }
  } catch {
    return null
  }
}
