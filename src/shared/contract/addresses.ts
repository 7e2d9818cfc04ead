import { z } from 'zod'
import { addressSchema } from '../model/address.ts'
import { idSchema } from '../model/id.ts'
import { addressTexts } from '../texts/connections.ts'
import { notFound, signedIn } from './calls.ts'

const ofConnection = z.object({ id: idSchema })

/** Newest first; the first is the connection's `webhookUrl`. */
const list = signedIn
  .route({ method: 'GET', path: '/connections/{id}/addresses' })
  .input(ofConnection)
  .output(z.array(addressSchema))
  .errors(notFound)

const create = signedIn
  .route({ method: 'POST', path: '/connections/{id}/addresses', successStatus: 201 })
  .meta({ changes: ['connections'] })
  .input(ofConnection)
  .output(addressSchema)
  .errors({ ...notFound, TOO_MANY_ADDRESSES: { status: 409, message: addressTexts.tooMany } })

/** Retires an address: webhooks to it get 404 from then on; alerts that came through it stay. */
const remove = signedIn
  .route({ method: 'DELETE', path: '/connections/{id}/addresses/{address}', successStatus: 204 })
  .meta({ changes: ['connections'] })
  .input(ofConnection.extend({ address: idSchema }))
  .errors({ ...notFound, LAST_ADDRESS: { status: 409, message: addressTexts.last } })

export const addresses = { list, create, remove }
