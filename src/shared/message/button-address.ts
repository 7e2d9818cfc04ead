import { linkAddress } from './markup/link-address.ts'

const TELEGRAM = /^tg:\/\/[\w-]+(?=[/?#]|$)/i
const WEB = /^https?:\/\/(?<authority>[^/?#]*)/i

/**
 * Why a link button can't have this address, in Spanish; undefined if it is valid. Scheme and host must be literal,
 * so that no value of an alert can change where the button leads.
 */
export function buttonAddressTrouble(address: string): string | undefined {
  if (TELEGRAM.test(address)) return undefined
  const [origin, authority] = WEB.exec(address) ?? []
  if (origin === undefined || authority === undefined)
    return 'La dirección tiene que empezar por https://, http:// o tg://, y sin placeholders hasta la ruta.'
  if (/[{}]/.test(authority))
    return 'El dominio va escrito tal cual, sin placeholders, y termina en una barra: https://ejemplo.com/{{symbol}}.'
  if (authority.includes('@'))
    return 'La dirección no puede llevar usuario: quita lo que va hasta la @.'
  if (linkAddress(origin) === undefined)
    return 'Telegram no admite ese dominio. Tiene que llevar un punto, como ejemplo.com.'
  return undefined
}
