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

/** COSE ids of the offered algorithms: EdDSA, ES256, RS256. The library would accept others, SHA-1 among them. */
const ALGORITHMS: readonly number[] = [-8, -7, -257]

const base64url = (bytes: number) =>
  z
    .string()
    .max(Math.ceil((bytes * 4) / 3))
    .regex(/^[\w-]+$/)
/** 1,023 bytes is WebAuthn's maximum. */
const credentialId = base64url(1_023)

const credential = <Response extends z.ZodRawShape>(response: Response) =>
  z
    .object({
      id: credentialId,
      rawId: credentialId,
      type: z.literal('public-key'),
      response: z.object({ clientDataJSON: base64url(2_048), ...response }),
    })
    // Required by the library's type.
    .transform(answer => ({ ...answer, clientExtensionResults: {} }))

/** An authenticator's answer that signs a user in or confirms their identity. */
const assertionSchema = z.object({
  response: credential({
    authenticatorData: base64url(2_048),
    signature: base64url(2_048),
    userHandle: base64url(64).nullish(),
  }),
})

/** @returns null if the body is malformed */
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
 * Reads the answer that creates a passkey. The passkey is named after its authenticator if that is known, else
 * as the browser sent.
 *
 * No attestation is requested; only `none` and self-attestation are accepted. To check any other, the library
 * would request the address that its certificate names.
 * @returns null if the body is malformed or not acceptable
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
