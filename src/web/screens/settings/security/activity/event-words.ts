import { formatNumber } from '#shared/format.ts'
import {
  type AccountEvent,
  type AccountEventKind,
  failureKinds,
} from '#shared/model/account-event.ts'

const words: Record<AccountEventKind, string> = {
  'account-created': 'Cuenta creada',
  'sign-in': 'Inicio de sesión',
  'sign-in-failed': 'Inicio de sesión fallido',
  'second-factor-failed': 'Código de verificación incorrecto',
  'sign-out': 'Cierre de sesión',
  'session-ended': 'Sesión cerrada en otro navegador',
  'session-copied': 'Sesión cerrada, porque pudo ser copiada',
  confirmed: 'Identidad confirmada',
  'confirm-failed': 'Confirmación de identidad fallida',
  'password-changed': 'Contraseña cambiada',
  'password-change-failed': 'Cambio de contraseña fallido',
  'password-set': 'Contraseña cambiada con un comando',
  'second-factor-on': 'Verificación en dos pasos activada',
  'second-factor-off': 'Verificación en dos pasos quitada',
  'recovery-codes-made': 'Códigos de recuperación nuevos',
  'recovery-code-used': 'Código de recuperación usado',
  'passkey-added': 'Llave de acceso añadida',
  'passkey-removed': 'Llave de acceso eliminada',
  'token-created': 'Token de API creado',
  'token-removed': 'Token de API eliminado',
  exported: 'Configuración exportada',
  imported: 'Configuración importada',
  reset: 'Todo reiniciado',
  throttled: 'Intentos bloqueados por ser demasiados',
}

/** «Inicio de sesión fallido · 12 veces», «Llave de acceso añadida: Móvil». */
export function eventWords({ kind, detail, count }: AccountEvent): string {
  const what = Object.hasOwn(words, kind)
    ? words[kind as AccountEventKind]
    : 'Otro cambio en la cuenta'
  const named = detail === null ? what : `${what}: ${detail}`
  return count > 1 ? `${named} · ${formatNumber(count)} veces` : named
}

/** True for a failed attempt. */
export const isFailure = ({ kind }: AccountEvent): boolean =>
  (failureKinds as readonly string[]).includes(kind)
